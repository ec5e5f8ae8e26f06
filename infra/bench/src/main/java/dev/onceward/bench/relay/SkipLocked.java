package dev.onceward.bench.relay;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.atomic.LongAdder;

/// The usual outbox: a row per event, and workers that lock some rows, deliver them and delete them. It keeps no order
/// and no delivered events. It takes 500 rows at a time, as many as a page of the relay has; with the usual 100 it was
/// half as fast. Four workers were as fast as two and faster than eight.
final class SkipLocked {
    static final String TABLE = """
            CREATE TABLE outbox (
                id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
                status     text        NOT NULL DEFAULT 'new',
                created_at timestamptz NOT NULL DEFAULT now(),
                topic      text        NOT NULL,
                key        text        NOT NULL,
                headers    jsonb       NOT NULL,
                body       bytea       NOT NULL
            );
            CREATE INDEX outbox_status ON outbox (status, id)
            """;
    /// Adds a hundred rows per transaction.
    static final String PUT = """
            INSERT INTO outbox (topic, key, headers, body)
            SELECT 'bench', 'key-' || n % 4000, '{"content-type": "application/json"}', $2
              FROM generate_series($1::bigint, $1 + 99) AS n
            """;
    private static final String TAKE = """
            SELECT id, topic, key, headers, body
              FROM outbox
             WHERE status = 'new'
             ORDER BY id
             LIMIT 500
               FOR UPDATE SKIP LOCKED
            """;
    private static final String DONE = "DELETE FROM outbox WHERE id = ANY (?)";
    private static final int WORKERS = 4;
    private static final LongAdder DELIVERED = new LongAdder();

    private SkipLocked() {}

    static void main() throws InterruptedException {
        for (var worker = 0; worker < WORKERS; worker++) {
            Thread.ofPlatform().start(SkipLocked::work);
        }
        while (true) {
            System.out.println(DELIVERED.sum());
            Thread.sleep(20);
        }
    }

    private static void work() {
        try (var connection = DriverManager.getConnection(System.getenv("JDBC_URL"));
                var take = connection.prepareStatement(TAKE);
                var done = connection.prepareStatement(DONE)) {
            connection.setAutoCommit(false);
            while (true) {
                var delivered = deliver(connection, take, done);
                DELIVERED.add(delivered);
                Thread.sleep(delivered == 0 ? 20 : 0);
            }
        } catch (SQLException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static int deliver(Connection connection, PreparedStatement take, PreparedStatement done)
            throws SQLException {
        var ids = new ArrayList<Long>();
        try (var rows = take.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong("id"));
                send(rows.getString("topic"), rows.getString("key"), rows.getString("headers"), rows.getBytes("body"));
            }
        }
        if (!ids.isEmpty()) {
            done.setArray(1, connection.createArrayOf("bigint", ids.toArray()));
            var _ = done.executeUpdate();
        }
        connection.commit();
        return ids.size();
    }

    /// Discards every event.
    @SuppressWarnings("unused")
    private static void send(String topic, String key, String headers, byte[] body) {}
}
