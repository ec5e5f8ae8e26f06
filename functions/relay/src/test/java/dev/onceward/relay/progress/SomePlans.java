package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.settlement.Settlement;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Discard;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Plans of settlements for the subscription `books`.
final class SomePlans {
    static final Duration TOOK = Duration.ofMillis(7);

    private SomePlans() {}

    static SettlementPlan judged(Subscription subscription, DeliveryResult... results) {
        return judged(Set.of(), subscription, results);
    }

    /// @param blocked ordering keys that have parked events already
    static SettlementPlan judged(Set<OrderingKey> blocked, Subscription subscription, DeliveryResult... results) {
        return new PlanSettlement(subscription, blocked::contains, new Random(1)).plan(List.of(results));
    }

    static Settlement settlement(Subscription subscription, DeliveryResult... results) {
        return settlement(Set.of(), subscription, results);
    }

    static Settlement settlement(Set<OrderingKey> blocked, Subscription subscription, DeliveryResult... results) {
        return judged(blocked, subscription, results).settlement(Map.of());
    }

    static ParkEvent parking(Settlement settlement, EventToDeliver eventToDeliver) {
        var byEvent = new HashMap<UUID, ParkEvent>();
        settlement.parked().forEach(parking -> byEvent.put(parking.event(), parking));
        return byEvent.getOrDefault(eventToDeliver.event().id(),
                new ParkEvent(UUID.randomUUID(), SampleDeliveries.STORED, (short) 0, null,
                        null, ParkedState.BLOCKED, -1, Duration.ZERO, "not parked", true));
    }

    static Tried tried(EventToDeliver eventToDeliver, AttemptOutcome attemptOutcome) {
        return new Tried(eventToDeliver, attemptOutcome, TOOK);
    }

    static Subscription ordered() {
        return subscription(true, true, false);
    }

    static Subscription subscription(boolean ordered, boolean deadWhenRefused, boolean everyAttempt) {
        return new Subscription("books", EventFilter.ALL, new Discard(), ordered, true, 16, SampleDeliveries.TIMEOUT,
                new Retry(20, Duration.ofMillis(500), Duration.ofHours(1)), deadWhenRefused, everyAttempt);
    }
}
