package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import dev.onceward.key.OrderingKey;
import dev.onceward.parked.Attempt;
import dev.onceward.parked.Parking;
import dev.onceward.parked.Settlement;
import dev.onceward.parked.State;
import dev.onceward.relay.delivery.Fate;
import dev.onceward.relay.delivery.Fate.Flying;
import dev.onceward.relay.delivery.Fate.Left;
import dev.onceward.relay.delivery.Fate.Tried;
import dev.onceward.relay.delivery.Item;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.sink.Outcome.Answer;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.sink.Outcome.Gone;
import dev.onceward.relay.sink.Outcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.Target.Nowhere;
import dev.onceward.relay.testing.Some;
import dev.onceward.window.Wanted;

import static dev.onceward.parked.State.DEAD;
import static dev.onceward.parked.State.FLYING;
import static dev.onceward.parked.State.QUEUED;
import static dev.onceward.parked.State.WAITING;
import static dev.onceward.relay.courier.Receiver.NO;
import static dev.onceward.relay.courier.Receiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

class JudgementTest {
    private static final Duration TOOK = Duration.ofMillis(7);
    private static final Answer SAID = new Answer(422, "unprocessable");

    private static final OrderingKey K = new OrderingKey("shop", "k");

    private final Set<OrderingKey> blocked = new HashSet<>();

    @Test
    void what_is_delivered_at_once_leaves_no_trace() {
        var judgement = judged(ordered(), tried(Some.item("k"), TAKEN));
        assertThat(judgement.hasNothingToWrite()).isTrue();
        assertThat(judgement.delivered()).isEqualTo(1);
        assertThat(judgement.newlyWaiting()).isEmpty();
    }

    @Test
    void every_attempt_is_recorded_where_that_is_wanted() {
        var item = Some.item("k");
        assertThat(settlement(subscription(true, true, true), tried(item, TAKEN)).attempts())
                .containsExactly(new Attempt(item.event().id(), item.shard(), 1, "delivered", TOOK, null, null, null));
    }

    @Test
    void what_was_parked_and_is_delivered_is_parked_no_more_and_frees_its_key() {
        var item = Some.parked("k", 4);
        var judgement = judged(ordered(), tried(item, TAKEN));
        assertThat(judgement.settlement(Map.of()).delivered())
                .isEqualTo(Map.of(item.event().id(), item.shard()));
        assertThat(judgement.freed()).isEqualTo(Map.of(K, item.shard()));
        assertThat(judgement.givesTurns()).isTrue();
    }

    @Test
    void what_failed_waits_and_is_recorded() {
        var item = Some.item("k");
        var settlement = settlement(ordered(), tried(item, new Failed("answered 500", null, new Answer(500, "oh"))));
        var parking = parking(settlement, item);
        assertThat(parking.state()).isEqualTo(WAITING);
        assertThat(parking.attempts()).isEqualTo(1);
        assertThat(parking.error()).isEqualTo("answered 500");
        assertThat(parking.ordering()).isEqualTo("k");
        assertThat(parking.orderingHash()).isEqualTo(K.hash());
        assertThat(parking.delay()).isLessThanOrEqualTo(Duration.ofMillis(500));
        assertThat(settlement.attempts()).containsExactly(
                new Attempt(item.event().id(), item.shard(), 1, "failed", TOOK, 500, "answered 500", "oh"));
    }

    @Test
    void a_receiver_that_asks_for_time_gets_it() {
        var item = Some.item("k");
        assertThat(parking(settlement(ordered(), tried(item, new Failed("busy", Duration.ofMinutes(2), null))), item)
                .delay()).isBetween(Duration.ofMinutes(2), Duration.ofMinutes(2).plusMillis(500));
    }

    @Test
    void what_failed_for_the_last_time_is_dead() {
        var almost = Some.parked("a", 18);
        var last = Some.parked("b", 19);
        var settlement = settlement(ordered(), tried(almost, NO), tried(last, NO));
        assertThat(parking(settlement, almost).state()).isEqualTo(WAITING);
        assertThat(parking(settlement, last).state()).isEqualTo(DEAD);
        assertThat(parking(settlement, last).attempts()).isEqualTo(20);
    }

    @Test
    void what_is_refused_is_dead_or_fails_as_the_subscription_says() {
        var item = Some.item("k");
        var refused = tried(item, new Refused("answered 422", SAID));
        assertThat(parking(settlement(ordered(), refused), item).state()).isEqualTo(DEAD);
        assertThat(settlement(ordered(), refused).attempts()).extracting(Attempt::outcome).containsExactly("refused");
        var again = settlement(subscription(true, false, false), refused);
        assertThat(parking(again, item).state()).isEqualTo(WAITING);
        assertThat(again.attempts()).extracting(Attempt::outcome).containsExactly("refused");
    }

    @Test
    void who_is_gone_is_told_and_the_event_is_kept() {
        var item = Some.item("k");
        var judgement = judged(ordered(), tried(item, new Gone("answered 410", null)));
        assertThat(judgement.gone()).isEqualTo("answered 410");
        assertThat(judgement.givesTurns()).isFalse();
        assertThat(parking(judgement.settlement(Map.of()), item).state()).isEqualTo(WAITING);
    }

    @Test
    void what_flies_is_not_due_before_its_attempt_has_certainly_ended() {
        var item = Some.item("k");
        var parking = parking(settlement(ordered(), new Flying(item)), item);
        assertThat(parking.state()).isEqualTo(FLYING);
        assertThat(parking.attempts()).isEqualTo(1);
        assertThat(parking.delay()).isGreaterThan(Some.TIMEOUT);
    }

    @Test
    void only_what_the_log_brought_is_held_back_afresh() {
        var read = Some.item("a");
        var held = Some.parked("b", 1);
        var settlement = settlement(ordered(), new Flying(read), tried(held, NO));
        assertThat(List.of(parking(settlement, read).fresh(), parking(settlement, held).fresh()))
                .containsExactly(true, false);
    }

    @Test
    void what_is_left_waits_and_the_next_of_its_key_queue_behind_it() {
        var first = Some.item("k");
        var second = Some.item("k");
        var settlement = settlement(ordered(), new Left(first), new Left(second));
        assertThat(parking(settlement, first)).extracting(Parking::state, Parking::delay)
                .containsExactly(WAITING, Duration.ZERO);
        assertThat(parking(settlement, second).state()).isEqualTo(QUEUED);
    }

    @Test
    void what_is_left_behind_a_failure_of_its_key_is_queued_and_keeps_its_order() {
        var first = Some.item("k");
        var second = Some.item("k");
        var third = Some.item("k");
        var settlement = settlement(ordered(), tried(first, NO), new Left(second), new Left(third));
        assertThat(settlement.parked()).extracting(Parking::event)
                .containsExactly(first.event().id(), second.event().id(), third.event().id());
        assertThat(settlement.parked()).extracting(Parking::state).containsExactly(WAITING, QUEUED, QUEUED);
    }

    @Test
    void what_is_left_behind_a_blocked_key_is_queued() {
        blocked.add(K);
        var item = Some.item("k");
        var other = Some.item("other");
        var settlement = settlement(ordered(), new Left(item), new Left(other));
        assertThat(parking(settlement, item).state()).isEqualTo(QUEUED);
        assertThat(parking(settlement, other).state()).isEqualTo(WAITING);
    }

    @Test
    void where_order_is_not_kept_nothing_is_queued_and_no_key_is_blocked() {
        blocked.add(K);
        var unordered = subscription(false, true, false);
        var first = Some.item("k");
        var judgement = judged(unordered, tried(first, NO), new Left(Some.item("k")));
        assertThat(judgement.settlement(Map.of()).parked()).extracting(Parking::state).containsOnly(WAITING);
        assertThat(judgement.settlement(Map.of()).parked()).extracting(Parking::ordering).containsOnly("k");
        assertThat(judgement.newlyWaiting()).isEmpty();
    }

    @Test
    void what_was_parked_and_left_again_stays_as_it_is() {
        assertThat(judged(ordered(), new Left(Some.parked("k", 3))).hasNothingToWrite()).isTrue();
    }

    @Test
    void a_key_is_blocked_by_what_waits_flies_or_is_dead() {
        var judgement = judged(ordered(), tried(Some.item("a"), NO), new Flying(Some.item("b")),
                tried(Some.item("c"), new Refused("no", null)), tried(Some.item("d"), TAKEN));
        assertThat(judgement.newlyWaiting()).extracting(OrderingKey::key)
                .containsExactlyInAnyOrder("a", "b", "c");
    }

    @Test
    void events_are_counted_by_what_became_of_them() {
        var judgement = judged(ordered(), tried(Some.item("a"), TAKEN), tried(Some.item("b"), NO),
                tried(Some.item("c"), new Refused("no", null)), new Left(Some.item("d")));
        assertThat(List.of(judgement.delivered(), judgement.parked(), judgement.dead())).containsExactly(1, 2, 1);
    }

    @Test
    void a_late_end_counts_the_attempt_that_was_parked_once() {
        var item = Some.item("k");
        var settlement = settlement(ordered(), tried(item, NO).afterAll());
        assertThat(parking(settlement, item).attempts()).isEqualTo(1);
    }

    private Judgement judged(Subscription subscription, Fate... fates) {
        var judgement = new Judgement(subscription, blocked::contains, new Random(1));
        List.of(fates).forEach(judgement::judge);
        return judgement;
    }

    private Settlement settlement(Subscription subscription, Fate... fates) {
        return judged(subscription, fates).settlement(Map.of());
    }

    private static Parking parking(Settlement settlement, Item item) {
        var byEvent = new HashMap<UUID, Parking>();
        settlement.parked().forEach(parking -> byEvent.put(parking.event(), parking));
        return byEvent.getOrDefault(item.event().id(), new Parking(UUID.randomUUID(), Some.STORED, (short) 0, null,
                null, State.QUEUED, -1, Duration.ZERO, "not parked", true));
    }

    private static Tried tried(Item item, Outcome outcome) {
        return new Tried(item, outcome, TOOK);
    }

    private static Subscription ordered() {
        return subscription(true, true, false);
    }

    private static Subscription subscription(boolean ordered, boolean deadWhenRefused, boolean everyAttempt) {
        return new Subscription("books", Wanted.ALL, new Nowhere(), ordered, true, 16, Some.TIMEOUT,
                new Retry(20, Duration.ofMillis(500), Duration.ofHours(1)), deadWhenRefused, everyAttempt);
    }
}
