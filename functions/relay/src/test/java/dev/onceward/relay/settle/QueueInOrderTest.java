package dev.onceward.relay.settle;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.Some;
import dev.onceward.runtime.log.OrderingKey;

import static dev.onceward.relay.parked.ParkedState.BLOCKED;
import static dev.onceward.relay.parked.ParkedState.SCHEDULED;
import static dev.onceward.relay.settle.SomePlans.judged;
import static dev.onceward.relay.settle.SomePlans.ordered;
import static dev.onceward.relay.settle.SomePlans.parking;
import static dev.onceward.relay.settle.SomePlans.settlement;
import static dev.onceward.relay.settle.SomePlans.subscription;
import static dev.onceward.relay.settle.SomePlans.tried;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

/// What comes after an event that is parked waits behind it, where order is kept.
class QueueInOrderTest {
    private static final OrderingKey K = new OrderingKey("shop", "k");

    @Test
    void what_is_left_waits_and_the_next_of_its_key_queue_behind_it() {
        var first = Some.item("k");
        var second = Some.item("k");
        var settlement = settlement(ordered(), new NotTried(first), new NotTried(second));
        assertThat(parking(settlement, first)).extracting(ParkEvent::state, ParkEvent::delay)
                .containsExactly(SCHEDULED, Duration.ZERO);
        assertThat(parking(settlement, second).state()).isEqualTo(BLOCKED);
    }

    @Test
    void what_is_left_behind_a_failure_of_its_key_is_queued_and_keeps_its_order() {
        var first = Some.item("k");
        var second = Some.item("k");
        var third = Some.item("k");
        var settlement = settlement(ordered(), tried(first, NO), new NotTried(second), new NotTried(third));
        assertThat(settlement.parked()).extracting(ParkEvent::event)
                .containsExactly(first.event().id(), second.event().id(), third.event().id());
        assertThat(settlement.parked()).extracting(ParkEvent::state).containsExactly(SCHEDULED, BLOCKED, BLOCKED);
    }

    @Test
    void what_is_left_behind_a_blocked_key_is_queued() {
        var eventToDeliver = Some.item("k");
        var other = Some.item("other");
        var settlement = settlement(Set.of(K), ordered(), new NotTried(eventToDeliver), new NotTried(other));
        assertThat(parking(settlement, eventToDeliver).state()).isEqualTo(BLOCKED);
        assertThat(parking(settlement, other).state()).isEqualTo(SCHEDULED);
    }

    @Test
    void where_order_is_not_kept_nothing_is_queued_and_no_key_is_blocked() {
        var unordered = subscription(false, true, false);
        var first = Some.item("k");
        var plan = judged(Set.of(K), unordered, tried(first, NO), new NotTried(Some.item("k")));
        assertThat(plan.settlement(Map.of()).parked()).extracting(ParkEvent::state).containsOnly(SCHEDULED);
        assertThat(plan.settlement(Map.of()).parked()).extracting(ParkEvent::ordering).containsOnly("k");
        assertThat(plan.newlyWaiting()).isEmpty();
    }

    @Test
    void what_was_parked_and_left_again_stays_as_it_is() {
        assertThat(judged(ordered(), new NotTried(Some.parked("k", 3))).hasNothingToWrite()).isTrue();
    }

    @Test
    void a_key_is_blocked_by_what_waits_flies_or_is_dead() {
        var plan = judged(ordered(), tried(Some.item("a"), NO),
                new StillUnderWay(Some.item("b"), new CompletableFuture<>()),
                tried(Some.item("c"), new Refused("no", null)), tried(Some.item("d"), TAKEN));
        assertThat(plan.newlyWaiting()).extracting(OrderingKey::key)
                .containsExactlyInAnyOrder("a", "b", "c");
    }
}
