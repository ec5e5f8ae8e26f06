package dev.onceward.relay.status;

import java.util.Optional;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.view.ReadSubscriptionStatus;
import dev.onceward.relay.view.SubscriptionStatus;

/// How a subscription stands, to be asked of PostgreSQL.
record StatusQuestion(Subscription subscription, ReadSubscriptionStatus status) {

    String name() {
        return subscription.name();
    }

    /// Nothing if the subscription has not begun.
    Uni<Optional<SubscriptionStatus>> ask() {
        return status.of(subscription.name(), subscription.wanted());
    }
}
