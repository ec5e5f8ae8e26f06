package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.testing.RelayPatience;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.worker.Bookshop.BookshopSettings;

import static dev.onceward.relay.worker.Bookshop.append;
import static dev.onceward.relay.worker.Bookshop.ask;
import static dev.onceward.relay.worker.Bookshop.await;
import static dev.onceward.relay.worker.Bookshop.books;
import static dev.onceward.relay.worker.Bookshop.drain;
import static dev.onceward.relay.worker.Bookshop.makeDue;
import static dev.onceward.relay.worker.Bookshop.ordered;
import static dev.onceward.relay.worker.Bookshop.parked;
import static dev.onceward.relay.worker.Bookshop.state;
import static dev.onceward.relay.worker.Bookshop.tell;
import static dev.onceward.relay.worker.Bookshop.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SubscriptionWorkerTest {
    private static final String WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";

    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @BeforeEach
    void empty() {
        var _ = new Bookshop();
    }

    @Test
    void each_event_is_delivered_once_and_nothing_is_left_behind() {
        var events = append(50);
        var worker = worker(books(), receiver);
        var _ = drain(worker);
        var _ = await(worker.end());
        assertThat(receiver.received()).containsExactlyInAnyOrderElementsOf(events);
        var _ = drain(worker(books(), receiver));
        assertThat(receiver.received()).hasSize(50);
        assertThat(parked()).isZero();
    }

    @Test
    void an_event_that_fails_holds_up_those_of_its_key_and_no_others() {
        var first = append("k");
        var other = append("other");
        var second = append("k");
        var worker = worker(ordered(),
                receiver.answering(event -> event.id().equals(first) ? NO : TAKEN));
        var _ = await(worker.round());
        assertThat(receiver.received()).containsExactlyInAnyOrder(first, other);
        var third = append("k");
        var _ = await(worker.round());
        assertThat(List.of(state(first), state(second), state(third))).containsExactly("scheduled", "blocked",
                "blocked");
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        assertThat(receiver.received().stream().filter(id -> !id.equals(first)))
                .containsExactly(other, second, third);
        assertThat(receiver.received()).endsWith(first, second, third);
        assertThat(parked()).isZero();
        var fourth = append("k");
        var _ = drain(worker);
        assertThat(receiver.received()).endsWith(fourth);
        assertThat(parked()).isZero();
    }

    @Test
    void a_dead_event_blocks_its_key_until_a_person_drops_it() {
        var first = append("k");
        var worker = worker(ordered(), receiver.answering(_ -> NO));
        drainDue(worker);
        assertThat(state(first)).isEqualTo("dead");
        var second = append("k");
        drainDue(worker);
        assertThat(state(second)).isEqualTo("blocked");
        tell("DELETE FROM onceward.parked WHERE state = 'dead'");
        var _ = receiver.answering(_ -> TAKEN);
        var _ = await(worker.end());
        worker.begin();
        drainDue(worker);
        assertThat(receiver.received()).containsExactly(first, first, first, second);
    }

    /// Else the page would be read again for ever.
    @Test
    void a_sink_that_throws_is_an_attempt_that_failed() {
        var poison = append(null, "poison");
        var good = append("good");
        var worker = worker(books(), receiver.answering(event -> {
            if (event.id().equals(poison)) {
                throw new IllegalStateException("cannot be written");
            }
            return TAKEN;
        }));
        var _ = await(worker.round());
        assertThat(state(poison)).isEqualTo("scheduled");
        assertThat(state(good)).isEqualTo("no row");
        drainDue(worker);
        assertThat(state(poison)).isEqualTo("dead");
        assertThat(ask("SELECT error FROM onceward.parked")).contains("cannot be written");
    }

    @Test
    void no_more_are_under_way_than_the_subscription_allows_also_over_several_pages() {
        var _ = append(40);
        var worker = worker(books(), receiver.holding());
        for (var round = 0; round < 4; round++) {
            var _ = await(worker.round());
        }
        assertThat(receiver.mostAtATime()).isEqualTo(16);
    }

    /// A backlog that was parked would be a row to insert, update and delete for each event.
    @Test
    void a_backlog_before_a_slow_receiver_stays_in_the_log() {
        Bookshop.fill(3000, "orders");
        var worker = worker(books(), receiver.holding());
        for (var round = 0; round < 10; round++) {
            var _ = await(worker.round());
            receiver.answerAll(TAKEN);
        }
        assertThat(parked()).isLessThan(200);
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        assertThat(receiver.received()).doesNotHaveDuplicates().hasSize(3000);
    }

    @Test
    void an_attempt_that_takes_longer_than_its_page_is_parked_as_under_way_and_settled_when_it_ends() {
        var slow = append("k");
        var behind = append("k");
        var worker = worker(ordered(), receiver.holding());
        var _ = await(worker.round());
        assertThat(List.of(state(slow), state(behind))).containsExactly("in_flight", "blocked");
        receiver.answer(slow, TAKEN);
        receiver.answer(behind, TAKEN);
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(slow, behind);
        assertThat(parked()).isZero();
    }

    @Test
    void who_is_paused_settles_what_is_under_way_and_gives_everything_back() {
        var slow = append("k");
        var worker = worker(books(), receiver.holding());
        var _ = await(worker.round());
        assertThat(state(slow)).isEqualTo("in_flight");
        var _ = await(Bookshop.stores().operations().pause("books", "ann", "why"));
        var paused = Bookshop.newest("subscription");
        worker.askAgain();
        var round = worker.round().subscribeAsCompletionStage();
        RelayPatience.until(() -> !Bookshop.newest("subscription").equals(paused));
        receiver.answer(slow, TAKEN);
        var _ = round.join();
        assertThat(ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL")).isEqualTo("0");
        assertThat(parked()).isZero();
        tell("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        var _ = drain(worker(books(), receiver));
        assertThat(receiver.received()).containsExactly(slow);
    }

    /// Many idle subscriptions would write all the time else.
    @Test
    void cursors_that_move_over_nothing_are_not_written_each_time() {
        var _ = append(5);
        var worker = worker(books(), receiver);
        var _ = drain(worker);
        var begun = System.nanoTime();
        var written = new HashSet<String>();
        while (System.nanoTime() - begun < 1_000_000_000L) {
            tell("SELECT pg_current_xact_id()");
            var _ = await(worker.round());
            written.add(Bookshop.newest("cursor"));
        }
        var seconds = (System.nanoTime() - begun) / 1_000_000_000L;
        assertThat(written).hasSizeLessThanOrEqualTo((int) (3 + seconds / 5));
    }

    /// A transaction that somebody leaves open makes each update of a cursor slower than the one before.
    @Test
    void cursors_whose_writing_takes_long_are_written_less_often() {
        tell("CREATE FUNCTION onceward.slow() RETURNS trigger LANGUAGE plpgsql AS "
                + "'BEGIN PERFORM pg_sleep(0.03); RETURN NULL; END'");
        tell("CREATE TRIGGER slow AFTER UPDATE ON onceward.cursor EXECUTE FUNCTION onceward.slow()");
        try {
            var worker = worker(books(), receiver);
            var written = new HashSet<String>();
            var begun = System.nanoTime();
            while (System.nanoTime() - begun < 3_000_000_000L) {
                Bookshop.fill(5, "orders");
                var _ = await(worker.round());
                written.add(Bookshop.newest("cursor"));
            }
            var tenths = (System.nanoTime() - begun) / 100_000_000L;
            assertThat(written).hasSizeLessThan((int) tenths / 3);
        } finally {
            tell("DROP FUNCTION onceward.slow() CASCADE");
        }
    }

    @Test
    void who_ends_settles_what_is_under_way_if_it_ends_soon() {
        var slow = append("k");
        var worker = worker(ordered(), receiver.holding());
        var _ = await(worker.round());
        var ending = worker.end().subscribeAsCompletionStage();
        receiver.answer(slow, TAKEN);
        ending.join();
        assertThat(parked()).isZero();
    }

    /// Whoever has the shard meanwhile may have delivered it, and others of its key after it.
    @Test
    void what_ends_after_its_lease_was_lost_is_not_settled_also_if_the_shard_came_back() {
        var slow = append("k");
        var worker = worker(ordered(), receiver.holding(),
                new BookshopSettings(Duration.ofMillis(1500),
                        Duration.ofMillis(150), 500, 1_000_000));
        var _ = await(worker.round());
        tell("UPDATE onceward.cursor SET generation = generation + 1, owner = NULL, lease_until = '-infinity'");
        RelayPatience.until(() -> await(worker.round()) != null
                && ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL").equals("16"));
        tell("DELETE FROM onceward.parked");
        receiver.answer(slow, NO);
        RelayPatience.until(() -> receiver.underWay() == 0);
        var _ = await(worker.round());
        var _ = await(worker.round());
        assertThat(state(slow)).isEqualTo("no row");
    }

    @Test
    void who_lost_its_leases_during_a_page_settles_nothing() {
        var event = append("k");
        // No attempt outlives the page, which would be settled before the lease is lost.
        var first = worker(ordered(), receiver.holding(),
                new BookshopSettings(Duration.ofMinutes(5), Duration.ofMinutes(2), 500, 1_000_000));
        var round = first.round().subscribeAsCompletionStage();
        RelayPatience.until(() -> receiver.underWay() == 1);
        Bookshop.lapse();
        var second = new ScriptedReceiver();
        var _ = drain(worker(ordered(), second));
        receiver.answer(event, NO);
        var _ = round.join();
        assertThat(second.received()).containsExactly(event);
        assertThat(parked()).isZero();
    }

    @Test
    void a_connection_that_is_lost_in_the_middle_of_a_settlement_loses_no_event() throws Exception {
        var bad = append("bad");
        var events = new ArrayList<>(append(20));
        var worker = worker(books(), receiver.answering(event -> event.id().equals(bad) ? NO : TAKEN));
        try (var locker = Bookshop.connect(); var statement = locker.createStatement()) {
            var _ = await(worker.round());
            locker.setAutoCommit(false);
            events.addAll(append(5));
            var worse = append("bad");
            var _ = receiver.answering(event -> event.id().equals(worse) ? NO : TAKEN);
            events.add(worse);
            var _ = statement.execute("SELECT FROM onceward.cursor FOR UPDATE");
            var round = worker.round().subscribeAsCompletionStage();
            RelayPatience.until(() -> ask(WAITS).equals("1"));
            tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            assertThatThrownBy(round::join).isNotNull();
            locker.rollback();
        }
        Bookshop.lapse();
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker);
        events.add(bad);
        assertThat(receiver.received()).containsAll(events);
        assertThat(parked()).isZero();
    }

    @Test
    void what_was_queued_goes_on_when_order_need_not_be_kept_any_more() {
        var first = append("k");
        var second = append("k");
        var before = worker(ordered(), receiver.answering(_ -> NO));
        var _ = await(before.round());
        var _ = await(before.end());
        assertThat(state(second)).isEqualTo("blocked");
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker(books(), receiver));
        assertThat(receiver.received()).containsExactly(first, first, second);
        assertThat(parked()).isZero();
    }

    @Test
    void a_receiver_that_is_gone_pauses_its_subscription_and_loses_nothing() {
        var event = append("k");
        var worker = worker(ordered(), receiver.answering(_ -> new Gone("answered 410", null)));
        var _ = await(worker.round());
        assertThat(ask("SELECT paused_by || ': ' || pause_reason FROM onceward.subscription"))
                .isEqualTo("relay: answered 410");
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(event);
        tell("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        Bookshop.lapse();
        var _ = receiver.answering(_ -> TAKEN);
        drainDue(worker(ordered(), receiver));
        assertThat(receiver.received()).containsExactly(event, event);
        assertThat(parked()).isZero();
    }

    @Test
    void a_subscription_that_wants_nothing_of_a_long_log_passes_it() {
        Bookshop.fill(50_000, "orders");
        var films = Bookshop.with(books -> new Subscription("books", new EventFilter(List.of("films"), List.of(),
                books.wanted().headers()), books.target(), false, true, 16, books.timeout(), books.retry(), true,
                false));
        var worker = worker(films, receiver);
        var _ = drain(worker);
        var film = append(null, "films");
        var _ = drain(worker);
        assertThat(receiver.received()).containsExactly(film);
        var _ = await(worker.end());
        assertThat(ask("SELECT min(from_high) >= (SELECT max(seq) FROM onceward.event) FROM onceward.cursor"))
                .isEqualTo("true");
    }

    @Test
    void two_relays_share_the_shards_and_deliver_each_event_once() {
        var first = worker(books(), receiver, brief());
        var second = worker(books(), receiver, brief());
        var _ = await(first.round());
        RelayPatience.until(() -> {
            var _ = await(second.round());
            var _ = await(first.round());
            return ask("SELECT count(*) FROM (SELECT owner FROM onceward.cursor GROUP BY owner HAVING count(*) = 8) o")
                    .equals("2");
        });
        Bookshop.fill(100, "orders");
        RelayPatience.until(() -> await(first.round()) != null && await(second.round()) != null
                && receiver.received().size() >= 100);
        assertThat(receiver.received()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void a_receiver_that_is_down_is_probed_with_one_event_at_a_time() {
        var _ = append(100);
        var worker = worker(books(), receiver.answering(_ -> NO),
                new BookshopSettings(Duration.ofMinutes(5),
                        Duration.ofMillis(150), 500, 5));
        var _ = await(worker.round());
        var before = receiver.received().size();
        RelayPatience.until(() -> await(worker.round()) != null && receiver.received().size() > before);
        assertThat(receiver.received()).hasSize(before + 1);
        var _ = receiver.answering(_ -> TAKEN);
        RelayPatience.until(() -> {
            makeDue();
            return await(worker.round()) != null && parked() == 0;
        });
        assertThat(receiver.received()).hasSizeGreaterThan(100);
    }

    /// A token that is not valid any more: what was under way is dead until a person redrives it, and nothing else.
    @Test
    void a_receiver_that_refuses_everything_is_not_given_the_whole_backlog() {
        var _ = append(100);
        var worker = worker(books(), receiver.answering(_ -> new Refused("answered 401", null)),
                new BookshopSettings(Duration.ofMinutes(5), Duration.ofMillis(150), 500, 5));
        var _ = await(worker.round());
        assertThat(receiver.received()).hasSizeBetween(5, 5 + books().concurrency());
        var refused = receiver.received().size();
        assertThat(ask("SELECT count(*) FROM onceward.parked WHERE state = 'dead'")).isEqualTo("" + refused);
        var _ = receiver.answering(_ -> TAKEN);
        RelayPatience.until(() -> {
            makeDue();
            return await(worker.round()) != null && parked() == refused;
        });
        assertThat(receiver.received()).hasSize(100).doesNotHaveDuplicates();
    }

    /// Shards are shared out when leases are renewed, and that is three times a lease.
    private static BookshopSettings brief() {
        return new BookshopSettings(Duration.ofSeconds(6), Duration.ofMillis(150), 500, 1_000_000);
    }

    /// With all that is parked due at once, until nothing but dead events is left or a few rounds did nothing.
    private static void drainDue(SubscriptionWorker worker) {
        for (var quiet = 0; quiet < 30;) {
            makeDue();
            quiet = await(worker.round()).more() ? 0 : quiet + 1;
            LockSupport.parkNanos(5_000_000);
        }
    }
}
