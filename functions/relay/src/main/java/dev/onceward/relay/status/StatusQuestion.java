package dev.onceward.relay.status;

import java.util.Optional;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.view.ReadSubscriptionStatus;
import dev.onceward.relay.view.SubscriptionStatus;

/// A subscription whose status is to be read.
record StatusQuestion(Subscription subscription, ReadSubscriptionStatus status) {

    String name() {
        return subscription.name();
    }

    /// Empty if the subscription has no cursors yet.
    Uni<Optional<SubscriptionStatus>> ask() {
        return status.of(subscription.name(), subscription.wanted());
    }
}
