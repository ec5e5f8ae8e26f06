package dev.onceward.e2e;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import dev.onceward.testing.servers.Sql;

/// Business code that appends events in transactions of its own: many writers, each with keys of its own.
final class EventWriters {
    private static final String APPEND = """
            INSERT INTO onceward.event (shard, id, source, topic, type, ordering, headers, body)
            SELECT mod(abs(hashtext(?)), 16), gen_random_uuid(), 'business', 'orders', 'paid', ?, '{}',
                   convert_to(? || ' ' || lpad(n::text, 8, '0'), 'UTF8')
              FROM generate_series(?::int, ?::int) AS n
            """;

    private final Sql database;
    private final int writers;
    final AtomicInteger appended = new AtomicInteger();

    EventWriters(Sql database, int writers) {
        this.database = database;
        this.writers = writers;
    }

    /// Until so many are there or the database is not, a few in each transaction.
    void append(int events, int atOnce, int keys) throws InterruptedException {
        var threads = IntStream.range(0, writers)
                .mapToObj(writer -> Thread.ofVirtual().start(() -> write(writer, events / writers, atOnce, keys)))
                .toList();
        for (var thread : threads) {
            thread.join();
        }
    }

    private void write(int writer, int events, int atOnce, int keys) {
        try (var connection = database.connect()) {
            connection.setAutoCommit(false);
            for (var from = 0; from < events; from += atOnce) {
                append(connection, "w" + writer + "k" + (from / atOnce) % keys, from, from + atOnce - 1);
                connection.commit();
                appended.addAndGet(atOnce);
            }
        } catch (SQLException away) {
            // Whoever counts sees it.
        }
    }

    private static void append(Connection connection, String key, int from, int to) throws SQLException {
        try (var statement = connection.prepareStatement(APPEND)) {
            statement.setString(1, key);
            statement.setString(2, key);
            statement.setString(3, key);
            statement.setInt(4, from);
            statement.setInt(5, to);
            var _ = statement.executeUpdate();
        }
    }
}
