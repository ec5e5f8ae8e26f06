package dev.onceward.consumer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;

/// The packaged application as a process, and the ledger that it writes.
@OnServers
@SuppressWarnings("NullAway.Init") // what is before a test puts the process
abstract class ConsumerFixture {
    private static final String WAITING = """
            SELECT count(*)
              FROM pg_stat_activity
             WHERE wait_event = 'advisory' AND query LIKE '%4711%'
            """;

    FunctionProcess consumer;

    @BeforeEach
    void start() {
        sql().execute("DROP TABLE IF EXISTS ledger");
        sql().execute(
                "CREATE TABLE ledger (n bigserial PRIMARY KEY, entry text NOT NULL, at timestamptz DEFAULT now())");
        consumer = started();
    }

    @AfterEach
    void stop() {
        Servers.postgres().start();
        consumer.close();
    }

    /// What differs between the brokers.
    abstract StartFunction configured(StartFunction application);

    FunctionProcess started() {
        var process = configured(StartFunction.of("target/quarkus-app/quarkus-run.jar", Servers.backends())).start();
        var _ = process.port();
        return process;
    }

    /// The entries in the order in which they were written.
    static List<String> entries() {
        return sql().texts("SELECT entry FROM ledger ORDER BY n");
    }

    static List<String> marks() {
        return sql().texts("SELECT message_id FROM onceward.inbox ORDER BY message_id");
    }

    static void awaitEntries(String... entries) {
        var _ = Eventually.value(ConsumerFixture::entries, List.of(entries)::equals);
    }

    /// As long as the connection has the lock, effects of entries that begin with `held` wait.
    static Connection heldEffects() throws SQLException {
        var connection = sql().connect();
        Sql.execute(connection, "SELECT pg_advisory_lock(4711)");
        return connection;
    }

    /// For what must not happen.
    static void awaitPassed(int seconds) {
        var end = System.nanoTime() + seconds * 1_000_000_000L;
        Eventually.holds(() -> System.nanoTime() > end);
    }

    static void awaitHeldEffect() {
        Eventually.holds(() -> sql().number(WAITING) == 1);
    }
}
