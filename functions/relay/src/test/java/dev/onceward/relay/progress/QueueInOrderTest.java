package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.OrderingKey;

import static dev.onceward.relay.parked.ParkedState.BLOCKED;
import static dev.onceward.relay.parked.ParkedState.SCHEDULED;
import static dev.onceward.relay.progress.SomePlans.judged;
import static dev.onceward.relay.progress.SomePlans.ordered;
import static dev.onceward.relay.progress.SomePlans.parking;
import static dev.onceward.relay.progress.SomePlans.settlement;
import static dev.onceward.relay.progress.SomePlans.subscription;
import static dev.onceward.relay.progress.SomePlans.tried;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

/// What comes after an event that is parked waits behind it, where order is kept.
class QueueInOrderTest {
    private static final OrderingKey K = new OrderingKey("shop", "k");

    @Test
    void an_event_that_was_not_tried_is_scheduled_and_the_next_event_of_its_key_is_blocked() {
        var first = SampleDeliveries.item("k");
        var second = SampleDeliveries.item("k");
        var settlement = settlement(ordered(), new NotTried(first), new NotTried(second));
        assertThat(parking(settlement, first)).extracting(ParkEvent::state, ParkEvent::delay)
                .containsExactly(SCHEDULED, Duration.ZERO);
        assertThat(parking(settlement, second).state()).isEqualTo(BLOCKED);
    }

    @Test
    void events_that_were_not_tried_after_a_failure_of_their_key_are_blocked_in_their_order() {
        var first = SampleDeliveries.item("k");
        var second = SampleDeliveries.item("k");
        var third = SampleDeliveries.item("k");
        var settlement = settlement(ordered(), tried(first, NO), new NotTried(second), new NotTried(third));
        assertThat(settlement.parked()).extracting(ParkEvent::event)
                .containsExactly(first.event().id(), second.event().id(), third.event().id());
        assertThat(settlement.parked()).extracting(ParkEvent::state).containsExactly(SCHEDULED, BLOCKED, BLOCKED);
    }

    @Test
    void an_event_of_a_blocked_key_that_was_not_tried_is_blocked() {
        var eventToDeliver = SampleDeliveries.item("k");
        var other = SampleDeliveries.item("other");
        var settlement = settlement(Set.of(K), ordered(), new NotTried(eventToDeliver), new NotTried(other));
        assertThat(parking(settlement, eventToDeliver).state()).isEqualTo(BLOCKED);
        assertThat(parking(settlement, other).state()).isEqualTo(SCHEDULED);
    }

    @Test
    void in_an_unordered_subscription_no_event_and_no_key_is_blocked() {
        var unordered = subscription(false, true, false);
        var first = SampleDeliveries.item("k");
        var plan = judged(Set.of(K), unordered, tried(first, NO), new NotTried(SampleDeliveries.item("k")));
        assertThat(plan.settlement(Map.of()).parked()).extracting(ParkEvent::state).containsOnly(SCHEDULED);
        assertThat(plan.settlement(Map.of()).parked()).extracting(ParkEvent::ordering).containsOnly("k");
        assertThat(plan.newlyWaiting()).isEmpty();
    }

    @Test
    void a_parked_event_that_was_not_tried_stays_as_it_is() {
        assertThat(judged(ordered(), new NotTried(SampleDeliveries.parked("k", 3))).hasNothingToWrite()).isTrue();
    }

    @Test
    void a_key_is_blocked_by_an_event_that_is_scheduled_in_flight_or_dead() {
        var plan = judged(ordered(), tried(SampleDeliveries.item("a"), NO),
                new StillUnderWay(SampleDeliveries.item("b"), new CompletableFuture<>()),
                tried(SampleDeliveries.item("c"), new Refused("no", null)), tried(SampleDeliveries.item("d"), TAKEN));
        assertThat(plan.newlyWaiting()).extracting(OrderingKey::key)
                .containsExactlyInAnyOrder("a", "b", "c");
    }
}
