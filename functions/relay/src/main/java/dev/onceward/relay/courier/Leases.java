package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;

import dev.onceward.cursor.Cursors;
import dev.onceward.cursor.Held;
import dev.onceward.cursor.Lease;

/// Keeps the leases of one subscription. When one ends is the database's to say; here it is only known for how long it
/// certainly holds, by the time that passed since it was asked for.
final class Leases {
    private final String subscription;
    private final Cursors cursors;
    private final Duration length;
    private final IntConsumer changes;
    private volatile long asked;
    private volatile boolean everAsked;

    /// @param changes is told how many changed hands
    Leases(String subscription, Cursors cursors, Duration length, IntConsumer changes) {
        this.subscription = subscription;
        this.cursors = cursors;
        this.length = length;
        this.changes = changes;
    }

    /// Whether what is held now certainly holds long enough for another attempt to begin.
    boolean hold() {
        return everAsked && System.nanoTime() - asked < length.toNanos() * 2 / 3;
    }

    boolean areDue() {
        return !everAsked || System.nanoTime() - asked > length.toNanos() / 3;
    }

    /// Renews what is held and takes what is free.
    ///
    /// @param back whether nothing is under way any more that began under a lease that is not held
    Uni<Held> renew(Holdings holdings, boolean back) {
        return Uni.createFrom().deferred(() -> {
            var now = System.nanoTime();
            return cursors.hold(subscription, length, holdings.leases(), back).onItem().invoke(held -> {
                asked = now;
                everAsked = true;
                changes.accept(holdings.update(held));
            });
        });
    }

    /// Those that others should have, or nobody.
    static List<Lease> spare(Held held, Holdings holdings) {
        return holdings.leases().stream().skip(held.paused() ? 0 : held.share()).toList();
    }

    Uni<Void> release(Collection<Lease> leases) {
        return leases.isEmpty() ? Uni.createFrom().voidItem() : cursors.release(subscription, leases);
    }

    Uni<Void> leave() {
        return cursors.leave(subscription);
    }

    /// The next time is now.
    void forget() {
        everAsked = false;
    }
}
