package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.settlement.AttemptRecord;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.runtime.log.OrderingKey;

import static dev.onceward.relay.parked.ParkedState.DEAD;
import static dev.onceward.relay.parked.ParkedState.IN_FLIGHT;
import static dev.onceward.relay.parked.ParkedState.SCHEDULED;
import static dev.onceward.relay.progress.SomePlans.TOOK;
import static dev.onceward.relay.progress.SomePlans.judged;
import static dev.onceward.relay.progress.SomePlans.ordered;
import static dev.onceward.relay.progress.SomePlans.parking;
import static dev.onceward.relay.progress.SomePlans.settlement;
import static dev.onceward.relay.progress.SomePlans.subscription;
import static dev.onceward.relay.progress.SomePlans.tried;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

class PlanSettlementTest {
    private static final ReceiverAnswer SAID = new ReceiverAnswer(422, "unprocessable");
    private static final OrderingKey K = new OrderingKey("shop", "k");

    @Test
    void an_event_delivered_at_the_first_attempt_needs_no_write() {
        var plan = judged(ordered(), tried(SampleDeliveries.item("k"), TAKEN));
        assertThat(plan.hasNothingToWrite()).isTrue();
        assertThat(plan.counts()).isEqualTo(new DeliveryCounts(1, 0, 0));
        assertThat(plan.newlyWaiting()).isEmpty();
    }

    @Test
    void every_attempt_is_recorded_where_the_subscription_says_so() {
        var eventToDeliver = SampleDeliveries.item("k");
        assertThat(settlement(subscription(true, true, true), tried(eventToDeliver, TAKEN)).attempts())
                .containsExactly(
                        new AttemptRecord(eventToDeliver.event().id(), eventToDeliver.shard(), 1, "delivered", TOOK,
                                null, null, null));
    }

    @Test
    void a_parked_event_that_is_delivered_is_parked_no_more_and_frees_its_ordering_key() {
        var eventToDeliver = SampleDeliveries.parked("k", 4);
        var plan = judged(ordered(), tried(eventToDeliver, TAKEN));
        assertThat(plan.settlement(Map.of()).unparked())
                .isEqualTo(Map.of(eventToDeliver.event().id(), eventToDeliver.shard()));
        assertThat(plan.freed()).isEqualTo(Map.of(K, eventToDeliver.shard()));
        assertThat(plan.givesTurns()).isTrue();
    }

    @Test
    void an_event_that_failed_is_scheduled_and_its_attempt_is_recorded() {
        var eventToDeliver = SampleDeliveries.item("k");
        var settlement = settlement(ordered(),
                tried(eventToDeliver, new Failed("answered 500", null, new ReceiverAnswer(500, "oh"))));
        var parking = parking(settlement, eventToDeliver);
        assertThat(parking.state()).isEqualTo(SCHEDULED);
        assertThat(parking.attempts()).isEqualTo(1);
        assertThat(parking.error()).isEqualTo("answered 500");
        assertThat(parking.ordering()).isEqualTo("k");
        assertThat(parking.orderingHash()).isEqualTo(K.hash());
        assertThat(parking.delay()).isLessThanOrEqualTo(Duration.ofMillis(500));
        assertThat(settlement.attempts()).containsExactly(
                new AttemptRecord(eventToDeliver.event().id(), eventToDeliver.shard(), 1, "failed", TOOK, 500,
                        "answered 500", "oh"));
    }

    @Test
    void the_retry_after_of_a_receiver_delays_the_next_attempt() {
        var eventToDeliver = SampleDeliveries.item("k");
        assertThat(
                parking(settlement(ordered(), tried(eventToDeliver, new Failed("busy", Duration.ofMinutes(2), null))),
                        eventToDeliver)
                        .delay())
                .isBetween(Duration.ofMinutes(2), Duration.ofMinutes(2).plusMillis(500));
    }

    @Test
    void an_event_whose_last_attempt_failed_is_dead() {
        var almost = SampleDeliveries.parked("a", 18);
        var last = SampleDeliveries.parked("b", 19);
        var settlement = settlement(ordered(), tried(almost, NO), tried(last, NO));
        assertThat(parking(settlement, almost).state()).isEqualTo(SCHEDULED);
        assertThat(parking(settlement, last).state()).isEqualTo(DEAD);
        assertThat(parking(settlement, last).attempts()).isEqualTo(20);
    }

    @Test
    void a_refused_event_is_dead_or_scheduled_as_the_subscription_says() {
        var eventToDeliver = SampleDeliveries.item("k");
        var refused = tried(eventToDeliver, new Refused("answered 422", SAID));
        assertThat(parking(settlement(ordered(), refused), eventToDeliver).state()).isEqualTo(DEAD);
        assertThat(settlement(ordered(), refused).attempts()).extracting(AttemptRecord::outcome)
                .containsExactly("refused");
        var again = settlement(subscription(true, false, false), refused);
        assertThat(parking(again, eventToDeliver).state()).isEqualTo(SCHEDULED);
        assertThat(again.attempts()).extracting(AttemptRecord::outcome).containsExactly("refused");
    }

    @Test
    void http_410_is_noted_in_the_plan_and_the_event_is_scheduled() {
        var eventToDeliver = SampleDeliveries.item("k");
        var plan = judged(ordered(), tried(eventToDeliver, new Gone("answered 410", null)));
        assertThat(plan.gone()).isEqualTo("answered 410");
        assertThat(plan.givesTurns()).isFalse();
        assertThat(parking(plan.settlement(Map.of()), eventToDeliver).state()).isEqualTo(SCHEDULED);
    }

    @Test
    void an_event_in_flight_is_not_due_before_its_attempt_has_certainly_ended() {
        var eventToDeliver = SampleDeliveries.item("k");
        var parking = parking(settlement(ordered(), new StillUnderWay(eventToDeliver, new CompletableFuture<>())),
                eventToDeliver);
        assertThat(parking.state()).isEqualTo(IN_FLIGHT);
        assertThat(parking.attempts()).isEqualTo(1);
        assertThat(parking.delay()).isGreaterThan(SampleDeliveries.TIMEOUT);
    }

    @Test
    void only_an_event_read_from_the_log_is_newly_parked() {
        var read = SampleDeliveries.item("a");
        var held = SampleDeliveries.parked("b", 1);
        var settlement = settlement(ordered(), new StillUnderWay(read, new CompletableFuture<>()), tried(held, NO));
        assertThat(List.of(parking(settlement, read).fresh(), parking(settlement, held).fresh()))
                .containsExactly(true, false);
    }

    @Test
    void events_are_counted_as_delivered_parked_or_dead() {
        var plan = judged(ordered(), tried(SampleDeliveries.item("a"), TAKEN), tried(SampleDeliveries.item("b"), NO),
                tried(SampleDeliveries.item("c"), new Refused("no", null)), new NotTried(SampleDeliveries.item("d")));
        assertThat(plan.counts()).isEqualTo(new DeliveryCounts(1, 2, 1));
    }

    @Test
    void an_attempt_that_ends_after_its_page_is_counted_once() {
        var eventToDeliver = SampleDeliveries.item("k");
        var settlement = settlement(ordered(), tried(eventToDeliver, NO).afterPage());
        assertThat(parking(settlement, eventToDeliver).attempts()).isEqualTo(1);
    }
}
