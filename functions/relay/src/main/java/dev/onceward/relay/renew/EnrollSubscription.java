package dev.onceward.relay.renew;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.StartCursors;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.subscription.Subscription;

/// Says that a subscription is configured. A new one starts where its configuration says.
public final class EnrollSubscription {
    private final Subscription subscription;
    private final StartCursors startCursors;
    private boolean isDone;

    public EnrollSubscription(Subscription subscription, StartCursors startCursors) {
        this.subscription = subscription;
        this.startCursors = startCursors;
    }

    Uni<Void> enroll() {
        return startCursors.enroll(subscription.name())
                .chain(isNew -> isNew ? start() : Uni.createFrom().voidItem())
                .onItem().invoke(() -> isDone = true);
    }

    /// Unless it was said since the process began.
    Uni<Void> enrollOnce() {
        return isDone ? Uni.createFrom().voidItem() : enroll();
    }

    private Uni<Void> start() {
        return subscription.fromEarliest()
                ? startCursors.start(subscription.name(), Edge.EARLIEST)
                : startCursors.startNow(subscription.name());
    }
}
