package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.worker.LogFixture.FixtureWorkerConfig;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.drainDue;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.parked;
import static dev.onceward.relay.worker.LogFixture.state;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.relay.worker.ScriptedReceiver.NO;
import static dev.onceward.relay.worker.ScriptedReceiver.TAKEN;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// How a worker takes, loses and gives back its leases.
@OnServers
class WorkerLeasesTest {
    private static final String WAITS = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @Test
    void a_paused_worker_settles_its_unfinished_attempts_and_releases_its_leases() {
        var slow = append("k");
        var worker = worker(books(), receiver.holding());
        var _ = await(worker.round());
        assertThat(state(slow)).isEqualTo("in_flight");
        var _ = await(LogFixture.stores().operations().pause("books", new Actor("ann", "why")));
        var paused = LogFixture.newest("subscription");
        worker.askAgain();
        var round = worker.round().subscribeAsCompletionStage();
        Eventually.holds(() -> !LogFixture.newest("subscription").equals(paused));
        receiver.answer(slow, TAKEN);
        var _ = round.join();
        assertThat(sql().query("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL")).isEqualTo("0");
        assertThat(parked()).isZero();
        sql().execute("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        var _ = drain(worker(books(), receiver));
        assertThat(receiver.received()).containsExactly(slow);
    }

    @Test
    void a_worker_that_ends_settles_unfinished_attempts_that_end_soon() {
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
    void an_attempt_that_ends_after_its_lease_was_lost_is_not_settled_even_if_the_shard_was_leased_again() {
        var slow = append("k");
        var worker = worker(ordered(), receiver.holding(),
                new FixtureWorkerConfig(Duration.ofMillis(1500),
                        Duration.ofMillis(150), 500, 1_000_000));
        var _ = await(worker.round());
        sql().execute(
                "UPDATE onceward.cursor SET generation = generation + 1, owner = NULL, lease_until = '-infinity'");
        Eventually.holds(() -> await(worker.round()) != null
                && sql().query("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL").equals("16"));
        sql().execute("DELETE FROM onceward.parked");
        receiver.answer(slow, NO);
        Eventually.holds(() -> receiver.underWay() == 0);
        var _ = await(worker.round());
        var _ = await(worker.round());
        assertThat(state(slow)).isEqualTo("no row");
    }

    @Test
    void a_worker_that_lost_its_leases_during_a_page_settles_no_event() {
        var event = append("k");
        // No attempt outlives the page, which would be settled before the lease is lost.
        var first = worker(ordered(), receiver.holding(),
                new FixtureWorkerConfig(Duration.ofMinutes(5), Duration.ofMinutes(2), 500, 1_000_000));
        var round = first.round().subscribeAsCompletionStage();
        Eventually.holds(() -> receiver.underWay() == 1);
        LogFixture.expireLeases();
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
        try (var locker = sql().connect(); var statement = locker.createStatement()) {
            var _ = await(worker.round());
            locker.setAutoCommit(false);
            events.addAll(append(5));
            var worse = append("bad");
            var _ = receiver.answering(event -> event.id().equals(worse) ? NO : TAKEN);
            events.add(worse);
            var _ = statement.execute("SELECT FROM onceward.cursor FOR UPDATE");
            var round = worker.round().subscribeAsCompletionStage();
            Eventually.holds(() -> sql().query(WAITS).equals("1"));
            sql().execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            assertThatThrownBy(round::join).isNotNull();
            locker.rollback();
        }
        LogFixture.expireLeases();
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
        Eventually.holds(() -> {
            var _ = await(second.round());
            var _ = await(first.round());
            return sql().query(
                    "SELECT count(*) FROM (SELECT owner FROM onceward.cursor GROUP BY owner HAVING count(*) = 8) o")
                    .equals("2");
        });
        LogFixture.fill(100, "orders");
        Eventually.holds(() -> await(first.round()) != null && await(second.round()) != null
                && receiver.received().size() >= 100);
        assertThat(receiver.received()).hasSize(100).doesNotHaveDuplicates();
    }

    /// Shards are shared out when leases are renewed, and that is three times a lease.
    private static FixtureWorkerConfig brief() {
        return new FixtureWorkerConfig(Duration.ofSeconds(6), Duration.ofMillis(150), 500, 1_000_000);
    }
}
