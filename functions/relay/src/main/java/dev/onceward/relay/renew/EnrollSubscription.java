package dev.onceward.relay.renew;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.StartCursors;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.subscription.Subscription;

/// Records that a subscription is configured, and creates the cursors of a new one.
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

    /// Records it unless this process has done so before.
    Uni<Void> enrollOnce() {
        return isDone ? Uni.createFrom().voidItem() : enroll();
    }

    private Uni<Void> start() {
        return subscription.fromEarliest()
                ? startCursors.start(subscription.name(), WindowEdge.EARLIEST)
                : startCursors.startNow(subscription.name());
    }
}
