package dev.onceward.relay.worker;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.relay.worker.LogFixture.drain;
import static dev.onceward.relay.worker.LogFixture.ordered;
import static dev.onceward.relay.worker.LogFixture.worker;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// PostgreSQL recovers from a crash in less time than anybody needs to notice it, and assigns again the transaction ids of
/// what it had not flushed.
@OnServers
class CrashRecoveryTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TRIES = 20;

    private final ScriptedReceiver receiver = new ScriptedReceiver();

    @Test
    void an_event_that_gets_the_transaction_id_of_a_lost_abort_is_delivered() throws Exception {
        var worker = worker(books(), receiver);
        var _ = append(1);
        var _ = drain(worker);
        var event = Optional.<UUID>empty();
        for (var n = 0; event.isEmpty() && n < TRIES; n++) {
            event = eventWithTheIdOf(crash(worker), null);
        }
        assertThat(event).as("the server assigned an id again").isPresent();
        deliver(worker, event.orElseThrow());
        assertThat(receiver.received()).contains(event.orElseThrow());
    }

    @Test
    void an_event_that_gets_the_transaction_id_of_a_lost_abort_is_delivered_before_the_next_event_of_its_key()
            throws Exception {
        var worker = worker(ordered(), receiver);
        var _ = append("k");
        var _ = drain(worker);
        var first = Optional.<UUID>empty();
        for (var n = 0; first.isEmpty() && n < TRIES; n++) {
            first = eventWithTheIdOf(crash(worker), "k");
        }
        assertThat(first).as("the server assigned an id again").isPresent();
        var second = append("k");
        deliver(worker, second);
        var received = receiver.received();
        assertThat(received).contains(second);
        assertThat(received.indexOf(first.orElseThrow())).isBetween(0, received.indexOf(second));
    }

    @Test
    void a_relay_that_read_beyond_the_log_of_a_crashed_server_reads_again_from_its_cursor_and_is_not_paused()
            throws Exception {
        var worker = worker(books(), receiver);
        var _ = append(1);
        var _ = drain(worker);
        var isBeyond = false;
        for (var n = 0; !isBeyond && n < TRIES; n++) {
            isBeyond = crash(worker) >= upcoming();
            rounds(worker, 5);
        }
        assertThat(isBeyond).as("the server lost an id that the relay had read past").isTrue();
        assertThat(sql().query("SELECT count(*) FROM onceward.subscription WHERE paused_at IS NOT NULL"))
                .isEqualTo("0");
        var event = append((String) null);
        deliver(worker, event);
        assertThat(receiver.received()).contains(event);
    }

    @Test
    void a_cursor_in_the_database_that_lies_beyond_the_log_pauses_the_subscription() {
        var worker = worker(books(), receiver);
        var _ = append(1);
        var _ = drain(worker);
        var _ = await(worker.end());
        sql().execute("UPDATE onceward.cursor SET from_snapshot = '900000000:900000000:', from_next = '900000000'");
        rounds(worker(books(), receiver), 2);
        assertThat(
                sql().query("SELECT paused_by || ': ' || pause_reason FROM onceward.subscription WHERE name = 'books'"))
                .startsWith("relay: the cursor lies beyond the end of the log").contains("Move the cursor");
    }

    private static void rounds(SubscriptionWorker worker, int many) {
        for (var n = 0; n < many; n++) {
            var _ = await(worker.round().onFailure().recoverWithNull());
        }
    }

    private static long upcoming() {
        return Long.parseLong(sql().query("SELECT pg_snapshot_xmax(pg_current_snapshot())::text"));
    }

    /// Nothing if the abort was flushed all the same, by something else that went on.
    private static Optional<UUID> eventWithTheIdOf(long lost, @Nullable String key) {
        var event = append(key);
        var tx = sql().query("SELECT tx FROM onceward.event WHERE id = '%s'".formatted(event));
        return tx.equals(Long.toString(lost)) ? Optional.of(event) : Optional.empty();
    }

    /// The relay reads up to an edge that shows the abort, and the server crashes before the abort is flushed.
    private static long crash(SubscriptionWorker worker) throws Exception {
        readAgain(worker);
        long lost;
        try (var crashing = sql().connect(); var aborting = sql().connect()) {
            var victim = number(crashing, "SELECT pg_backend_pid()");
            var flusher = number(crashing, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'walwriter'");
            signal("STOP", flusher);
            try {
                lost = abort(aborting);
                var _ = await(worker.round());
                signal("KILL", victim);
            } finally {
                signal("CONT", flusher);
            }
        }
        waitForServer();
        return lost;
    }

    /// After an earlier crash a round fails, because its leases are from before it.
    private static void readAgain(SubscriptionWorker worker) {
        Eventually.holds(() -> await(worker.round().map(RoundResult::hasAll).onFailure().recoverWithItem(false)));
    }

    private static long abort(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        INSERT INTO onceward.event (shard, id, source, topic, headers, body)
                        VALUES (0, gen_random_uuid(), 'shop', 'orders', '{}', 'body')
                        RETURNING pg_current_xact_id()::text::int8
                        """)) {
            var _ = rows.next();
            return rows.getLong(1);
        } finally {
            connection.rollback();
        }
    }

    /// Rounds may fail while the relay gives up what it knew.
    private void deliver(SubscriptionWorker worker, UUID event) {
        Eventually.holds(() -> {
            var _ = await(worker.round().onFailure().recoverWithNull());
            return receiver.received().contains(event);
        });
    }

    /// It is there again, and the pool has noticed that its connections are gone: what fails in a round would start the
    /// relay over by itself.
    private static void waitForServer() {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var answers = 0;
        while (answers < 50 && System.nanoTime() < deadline) {
            answers = isThere() ? answers + 1 : 0;
        }
        assertThat(answers).isEqualTo(50);
    }

    private static boolean isThere() {
        return await(LogFixture.stores().statuses().of("books", books().wanted()).map(_ -> true)
                .onFailure().recoverWithItem(false));
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(sql)) {
            var _ = rows.next();
            return rows.getLong(1);
        }
    }

    private static void signal(String name, long pid) throws IOException, InterruptedException {
        var _ = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
    }
}
