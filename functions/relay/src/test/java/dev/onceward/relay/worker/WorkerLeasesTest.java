package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.RelayPatience;
import dev.onceward.relay.worker.Bookshop.BookshopSettings;

import static dev.onceward.relay.worker.Bookshop.append;
import static dev.onceward.relay.worker.Bookshop.ask;
import static dev.onceward.relay.worker.Bookshop.await;
import static dev.onceward.relay.worker.Bookshop.books;
import static dev.onceward.relay.worker.Bookshop.drain;
import static dev.onceward.relay.worker.Bookshop.drainDue;
import static dev.onceward.relay.worker.Bookshop.ordered;
import static dev.onceward.relay.worker.Bookshop.parked;
import static dev.onceward.relay.worker.Bookshop.state;
import static dev.onceward.relay.worker.Bookshop.tell;
import static dev.onceward.relay.worker.Bookshop.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// How a worker takes, loses and gives back its leases.
class WorkerLeasesTest {
    private static final String WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @BeforeEach
    void empty() {
        var _ = new Bookshop();
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

    /// Shards are shared out when leases are renewed, and that is three times a lease.
    private static BookshopSettings brief() {
        return new BookshopSettings(Duration.ofSeconds(6), Duration.ofMillis(150), 500, 1_000_000);
    }
}
