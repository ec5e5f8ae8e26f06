package dev.onceward.relay.window;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;

import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.sql;

/// Somebody's transaction, as long as it likes to be.
final class Writer implements AutoCloseable {
    final Connection connection;

    Writer() throws SQLException {
        connection = sql().connect();
        connection.setAutoCommit(false);
    }

    UUID append(String key) throws SQLException {
        return append(key, "orders", "body");
    }

    UUID append(String key, String topic, String body) throws SQLException {
        var id = UUID.randomUUID();
        Sql.execute(connection, """
                INSERT INTO onceward.event (shard, id, source, topic, type, ordering, headers, body)
                VALUES (%d, '%s', 'shop', '%s', 'paid', '%s', '{"x-shop": "1"}', '%s')
                """.formatted(Math.floorMod(key.hashCode(), 16), id, topic, key, body));
        return id;
    }

    Writer commit() throws SQLException {
        connection.commit();
        return this;
    }

    void rollback() throws SQLException {
        connection.rollback();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
