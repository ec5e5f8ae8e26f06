package dev.onceward.relay.renew;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.lease.SubscriptionLeases;
import dev.onceward.relay.read.ParkedKeys;

/// Holds the shards of one subscription: before each round it renews their leases if that is due, and gives back those
/// beyond its share.
public final class RenewLeases {
    private final EnrollSubscription enrollment;
    private final SubscriptionLeases leases;
    private final ParkedKeys keys;
    private final GiveBackShards shards;
    private final PauseOnInvalidCursor invalidCursor;
    private boolean isPaused;

    public RenewLeases(EnrollSubscription enrollment, SubscriptionLeases leases, ParkedKeys keys, GiveBackShards shards,
            PauseOnInvalidCursor invalidCursor) {
        this.enrollment = enrollment;
        this.leases = leases;
        this.keys = keys;
        this.shards = shards;
        this.invalidCursor = invalidCursor;
    }

    /// Records that the subscription is configured.
    public Uni<Void> enroll() {
        return enrollment.enroll();
    }

    /// Prepares a round.
    public Uni<Void> keep() {
        return (leases.areDue() ? renew() : Uni.createFrom().voidItem())
                .chain(() -> leases.haveNothing() ? Uni.createFrom().voidItem() : keys.goOn());
    }

    /// Whether there is no shard to read.
    public boolean haveNothing() {
        return leases.haveNothing();
    }

    /// Whether all shards are held, so that events that are not found in them do not exist.
    public boolean haveAll() {
        return leases.haveAll();
    }

    /// Whether the subscription was paused when the leases were renewed.
    public boolean isPaused() {
        return isPaused;
    }

    /// Makes the next round renew the leases at once.
    public void renewSoonIf(boolean hasChanged) {
        if (hasChanged) {
            leases.forget();
        }
    }

    /// Pauses the subscription if a failed round shows that its cursors do not fit the log.
    public Uni<Void> pauseIfInvalid(Throwable failure) {
        return invalidCursor.after(failure);
    }

    /// Gives all leases back, and removes this relay from those that share the shards.
    public Uni<Void> end() {
        leases.end();
        return Uni.createFrom().deferred(shards::giveBackAll).chain(leases::leave);
    }

    /// Allows another run after an end.
    public void begin() {
        leases.begin();
    }

    /// Drops leases and parked keys in memory.
    public void startOver() {
        leases.startOver();
        keys.startOver();
    }

    private Uni<Void> renew() {
        return enrollment.enrollOnce()
                .chain(() -> leases.renew(shards.haveNoAttempts()))
                .onItem().invoke(this::learnPause)
                .onItem().call(invalidCursor::check)
                .onItem().call(keys::learn)
                .map(leases::spare)
                .chain(shards::giveBack);
    }

    private void learnPause(HeldLeases heldLeases) {
        isPaused = heldLeases.paused();
    }
}
