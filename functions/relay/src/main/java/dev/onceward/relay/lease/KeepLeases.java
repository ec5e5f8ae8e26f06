package dev.onceward.relay.lease;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
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
    private final IntConsumer changes;
    private volatile long asked;
    private volatile boolean everAsked;

    /// @param changes is told how many changed hands
    public KeepLeases(String subscription, Cursors cursors, Duration length, IntConsumer changes) {
        this.subscription = subscription;
        this.cursors = cursors;
        this.length = length;
        this.changes = changes;
    }

    /// Whether what is held now certainly holds long enough for another attempt to begin.
    public boolean hold() {
        return everAsked && System.nanoTime() - asked < length.toNanos() * 2 / 3;
    }

    public boolean areDue() {
        return !everAsked || System.nanoTime() - asked > length.toNanos() / 3;
    }

    /// Renews what is held and takes what is free.
    ///
    /// @param back whether nothing is under way any more that began under a lease that is not held
    public Uni<HeldLeases> renew(HeldShards heldShards, boolean back) {
        return Uni.createFrom().deferred(() -> {
            var now = System.nanoTime();
            return cursors.hold(subscription, length, heldShards.leases(), back).onItem().invoke(heldLeases -> {
                asked = now;
                everAsked = true;
                changes.accept(heldShards.update(heldLeases));
            });
        });
    }

    /// Those that others should have, or nobody.
    public static List<ShardLease> spare(HeldLeases heldLeases, HeldShards heldShards) {
        return heldShards.leases().stream().skip(heldLeases.paused() ? 0 : heldLeases.share()).toList();
    }

    public Uni<Void> release(Collection<ShardLease> leases) {
        return leases.isEmpty() ? Uni.createFrom().voidItem() : cursors.release(subscription, leases);
    }

    public Uni<Void> leave() {
        return cursors.leave(subscription);
    }

    /// The next time is now.
    public void forget() {
        everAsked = false;
    }
}
