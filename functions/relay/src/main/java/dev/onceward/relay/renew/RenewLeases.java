package dev.onceward.relay.renew;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.lease.KeepLeases;
import dev.onceward.relay.read.ParkedKeys;

/// Holds shards for one subscription: before each round it renews their leases if it is time, and gives back what others
/// should have.
public final class RenewLeases {
    private final EnrollSubscription enrollment;
    private final KeepLeases leases;
    private final ParkedKeys keys;
    private final GiveBackShards shards;
    private final PauseOnInvalidCursor invalidCursor;
    private boolean isPaused;

    public RenewLeases(EnrollSubscription enrollment, KeepLeases leases, ParkedKeys keys, GiveBackShards shards,
            PauseOnInvalidCursor invalidCursor) {
        this.enrollment = enrollment;
        this.leases = leases;
        this.keys = keys;
        this.shards = shards;
        this.invalidCursor = invalidCursor;
    }

    /// Says that the subscription is configured.
    public Uni<Void> enroll() {
        return enrollment.enroll();
    }

    /// Before a round.
    public Uni<Void> keep() {
        return (leases.areDue() ? renew() : Uni.createFrom().voidItem())
                .chain(() -> leases.haveNothing() ? Uni.createFrom().voidItem() : keys.goOn());
    }

    /// Whether there is nothing to read.
    public boolean haveNothing() {
        return leases.haveNothing();
    }

    /// Whether all shards are held, so that what is not found in them is nowhere.
    public boolean haveAll() {
        return leases.haveAll();
    }

    /// Whether the subscription was paused when the leases were renewed.
    public boolean isPaused() {
        return isPaused;
    }

    /// The next round renews them at once, if something changed that the database knows.
    public void renewSoonIf(boolean hasChanged) {
        if (hasChanged) {
            leases.forget();
        }
    }

    /// After a failure of a round.
    public Uni<Void> pauseIfInvalid(Throwable failure) {
        return invalidCursor.after(failure);
    }

    /// Gives all back, and is not counted any more among those who share the shards.
    public Uni<Void> end() {
        leases.end();
        return Uni.createFrom().deferred(shards::giveBackAll).chain(leases::leave);
    }

    /// After an end, another run.
    public void begin() {
        leases.begin();
    }

    /// What is held and known is nobody's any more, as far as it is known here.
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
