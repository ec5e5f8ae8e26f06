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

/// Keeps the leases of one subscription. The database decides when a lease ends. This process only knows how long a
/// lease certainly holds, by the time since it asked for it.
public final class SubscriptionLeases {
    private final String subscription;
    private final Cursors cursors;
    private final Duration length;
    private final HeldShards heldShards;
    private final IntConsumer changes;
    private volatile long asked;
    private volatile boolean everAsked;
    private volatile boolean ending;

    /// @param changes receives how many leases changed hands
    public SubscriptionLeases(String subscription, Cursors cursors, Duration length, HeldShards heldShards,
            IntConsumer changes) {
        this.subscription = subscription;
        this.cursors = cursors;
        this.length = length;
        this.heldShards = heldShards;
        this.changes = changes;
    }

    /// Whether another attempt may begin: the leases certainly hold long enough, and are not about to be given back.
    public boolean mayDeliver() {
        return !ending && everAsked && System.nanoTime() - asked < length.toNanos() * 2 / 3;
    }

    /// Whether there is no shard to read.
    public boolean haveNothing() {
        return heldShards.isEmpty() || ending;
    }

    /// Whether all shards are held, so that events that are not found in them do not exist.
    public boolean haveAll() {
        return heldShards.hasAll();
    }

    /// Whether it is time to renew, also after all leases were lost to other relays or by a crash of the server.
    public boolean areDue() {
        return !everAsked || heldShards.areAllLost() || System.nanoTime() - asked > length.toNanos() / 3;
    }

    /// Renews the held leases and takes free shards.
    ///
    /// @param back whether no attempt is under way that began under a lease that is not held
    public Uni<HeldLeases> renew(boolean back) {
        return Uni.createFrom().deferred(() -> renew(back, System.nanoTime()));
    }

    public Set<ShardLease> held() {
        return heldShards.leases();
    }

    /// The leases beyond this relay's share, or all of them if the subscription is paused.
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

    /// Makes the next renewal due at once.
    public void forget() {
        everAsked = false;
    }

    /// Drops all leases in memory.
    public void startOver() {
        heldShards.drop(heldShards.leases());
        forget();
    }

    /// Stops new attempts.
    public void end() {
        ending = true;
    }

    /// Allows new attempts again.
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
