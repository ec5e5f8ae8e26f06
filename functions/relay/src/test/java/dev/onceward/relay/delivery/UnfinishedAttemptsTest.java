package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.testing.Some;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.relay.worker.Bookshop;
import dev.onceward.relay.worker.ScriptedReceiver;

import static org.assertj.core.api.Assertions.assertThat;

/// What is under way when its page is over, and how long pages are.
class UnfinishedAttemptsTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    private static final EventToDeliver ITEM = Some.item(null);

    private final UnfinishedAttempts unfinishedAttempts = new UnfinishedAttempts();

    @Test
    void a_landing_is_waited_for() {
        unfinishedAttempts.add(ITEM);
        unfinishedAttempts.add(ITEM);
        var untilOneEnds = unfinishedAttempts.untilOneEnds(LONG).subscribeAsCompletionStage();
        var all = unfinishedAttempts.untilAllEnd(LONG).subscribeAsCompletionStage();
        assertThat(untilOneEnds).isNotDone();
        unfinishedAttempts.ended(ITEM);
        assertThat(untilOneEnds).isCompleted();
        assertThat(all).isNotDone();
        unfinishedAttempts.ended(ITEM);
        assertThat(all).isCompleted();
        assertThat(unfinishedAttempts.many()).isZero();
    }

    @Test
    void without_unfinished_attempts_nothing_is_waited_for() {
        assertThat(unfinishedAttempts.untilOneEnds(LONG).subscribeAsCompletionStage()).isCompleted();
        assertThat(unfinishedAttempts.untilAllEnd(LONG).subscribeAsCompletionStage()).isCompleted();
    }

    @Test
    void what_landed_before_anybody_knew_of_it_is_not_counted() {
        unfinishedAttempts.ended(ITEM);
        assertThat(unfinishedAttempts.many()).isZero();
        unfinishedAttempts.add(ITEM);
        assertThat(unfinishedAttempts.many()).isZero();
    }

    @Test
    void nobody_waits_longer_than_told() {
        unfinishedAttempts.add(ITEM);
        Bookshop.await(unfinishedAttempts.untilOneEnds(Duration.ofMillis(5)));
        Bookshop.await(unfinishedAttempts.untilAllEnd(Duration.ofMillis(5)));
        assertThat(unfinishedAttempts.many()).isEqualTo(1);
    }

    @Test
    void pages_grow_to_the_longest_while_all_is_tried() {
        var capacity = new PageSize(16, 500);
        assertThat(capacity.page(16)).isEqualTo(64);
        for (var n = 0; n < 20; n++) {
            capacity.learn(results(capacity.page(16), 0, 0));
        }
        assertThat(capacity.page(16)).isEqualTo(500);
    }

    @Test
    void a_page_of_which_little_was_tried_makes_the_next_as_small() {
        var capacity = new PageSize(16, 500);
        capacity.learn(results(30, 16, 18));
        assertThat(capacity.page(16)).isEqualTo(30);
        capacity.learn(results(0, 16, 14));
        assertThat(capacity.page(16)).isEqualTo(16);
    }

    @Test
    void a_slow_one_among_many_makes_no_page_smaller() {
        var capacity = new PageSize(16, 500);
        capacity.learn(results(63, 1, 0));
        assertThat(capacity.page(16)).isGreaterThan(64);
    }

    @Test
    void who_has_few_places_gets_few_and_at_least_one() {
        var capacity = new PageSize(16, 500);
        assertThat(capacity.page(4)).isEqualTo(16);
        assertThat(capacity.page(0)).isEqualTo(1);
        assertThat(new PageSize(10_000, 500).page(10_000)).isEqualTo(500);
        assertThat(new PageSize(10_000, 500).page(1)).isEqualTo(1);
    }

    private static List<DeliveryResult> results(int tried, int flying, int left) {
        var one = Some.item("k");
        return Stream.<DeliveryResult>concat(
                IntStream.range(0, tried).mapToObj(_ -> new Tried(one, ScriptedReceiver.TAKEN, Duration.ZERO)),
                Stream.concat(IntStream.range(0, flying).mapToObj(_ -> new StillUnderWay(one)),
                        IntStream.range(0, left).mapToObj(_ -> new NotTried(one))))
                .toList();
    }
}
