package dev.onceward.relay.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.Cursors;
import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.cursor.ShardLease;

/// Keeps the leases of one subscription. When one ends is the database's to say; here it is only known for how long it
/// certainly holds, by the time that passed since it was asked for.
public final class KeepLeases {
    private final String subscription;
    private final Cursors cursors;
    private final Duration length;
    private final HeldShards heldShards;
    private final IntConsumer changes;
    private volatile long asked;
    private volatile boolean everAsked;
    private volatile boolean ending;

    /// @param changes is told how many changed hands
    public KeepLeases(String subscription, Cursors cursors, Duration length, HeldShards heldShards,
            IntConsumer changes) {
        this.subscription = subscription;
        this.cursors = cursors;
        this.length = length;
        this.heldShards = heldShards;
        this.changes = changes;
    }

    /// Whether another attempt may begin: what is held certainly holds long enough, and is not about to be given back.
    public boolean mayDeliver() {
        return !ending && everAsked && System.nanoTime() - asked < length.toNanos() * 2 / 3;
    }

    /// Whether there is nothing to read.
    public boolean haveNothing() {
        return heldShards.isEmpty() || ending;
    }

    /// Whether all shards are held, so that what is not found in them is nowhere.
    public boolean haveAll() {
        return heldShards.hasAll();
    }

    /// Whether it is time to renew. When all were lost, to other relays or with a crash of the server, it is.
    public boolean areDue() {
        return !everAsked || heldShards.areAllLost() || System.nanoTime() - asked > length.toNanos() / 3;
    }

    /// Renews what is held and takes what is free.
    ///
    /// @param back whether nothing is under way any more that began under a lease that is not held
    public Uni<HeldLeases> renew(boolean back) {
        return Uni.createFrom().deferred(() -> renew(back, System.nanoTime()));
    }

    public Set<ShardLease> held() {
        return heldShards.leases();
    }

    /// Those that others should have, or nobody.
    public List<ShardLease> spare(HeldLeases heldLeases) {
        return heldShards.leases().stream().skip(heldLeases.paused() ? 0 : heldLeases.share()).toList();
    }

    public Uni<Void> release(Collection<ShardLease> leases) {
        heldShards.drop(leases);
        return leases.isEmpty() ? Uni.createFrom().voidItem() : cursors.release(subscription, leases);
    }

    public Uni<Void> leave() {
        return cursors.leave(subscription);
    }

    /// The next time is now.
    public void forget() {
        everAsked = false;
    }

    /// Nothing is held any more, as far as is known here.
    public void startOver() {
        heldShards.drop(heldShards.leases());
        forget();
    }

    /// No attempt begins any more.
    public void end() {
        ending = true;
    }

    /// After an end, attempts may begin again.
    public void begin() {
        ending = false;
    }

    private Uni<HeldLeases> renew(boolean back, long now) {
        return cursors.hold(subscription, length, heldShards.leases(), back)
                .onItem().invoke(heldLeases -> update(heldLeases, now));
    }

    private void update(HeldLeases heldLeases, long now) {
        asked = now;
        everAsked = true;
        changes.accept(heldShards.update(heldLeases));
    }
}
