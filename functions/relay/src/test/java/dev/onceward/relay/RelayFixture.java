package dev.onceward.relay;

import java.sql.SQLException;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.embedded.Backends;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.servers.Sql;
import dev.onceward.testing.servers.UnusedServers;

/// The packaged relay, as a test needs it, and the log it reads.
final class RelayFixture {
    private static final String PACKAGED = System.getProperty("function", "target/quarkus-app/quarkus-run.jar");

    private static final String TOKEN = "operator-token-of-tests";
    static final String BEARER = "Bearer " + TOKEN;

    final Backends backends = UnusedServers.start();
    final Sql sql = Sql.of(backends.postgres());

    StartFunction relay() {
        return StartFunction.of(PACKAGED, backends).with("onceward.admin.token", TOKEN);
    }

    /// With the subscription `books`, which gets everything from the earliest event on.
    StartFunction books(String url) {
        return relay().with("onceward.subscriptions.books.sink", url)
                .with("onceward.subscriptions.books.allow-private", "true")
                .with("onceward.subscriptions.books.start", "earliest");
    }

    UUID append(String topic, @Nullable String ordering, byte[] body) {
        try (var connection = sql.connect();
                var insert = connection.prepareStatement("""
                        INSERT INTO onceward.event (shard, id, source, topic, type, ordering, headers, body)
                        VALUES (mod(abs(hashtext(?)), 16), ?, 'shop', ?, 'order.paid', ?,
                                '{"content-type": "application/json"}', ?)
                        """)) {
            var id = UUID.randomUUID();
            insert.setString(1, ordering == null ? id.toString() : ordering);
            insert.setObject(2, id);
            insert.setString(3, topic);
            insert.setString(4, ordering);
            insert.setBytes(5, body);
            var _ = insert.executeUpdate();
            return id;
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
