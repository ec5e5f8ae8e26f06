package dev.onceward.testing.servers;

import java.time.LocalDate;
import java.time.ZoneOffset;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static dev.onceward.testing.servers.Servers.await;

final class EmptyServers implements BeforeEachCallback {
    /// The sequences begin again, because a window of the relay ends by the numbers of its events. This comes after the days
    /// are made, which records an edge.
    private static final String EMPTY = """
            TRUNCATE onceward.event, onceward.attempt, onceward.key, onceward.last_operation, onceward.source_counts, onceward.recorded_edge,
                     onceward.subscription, onceward.inbox
                     RESTART IDENTITY CASCADE
            """;
    /// Here the sequence goes on. The call of an earlier test may renew its lease for ever, and must not have the generation of
    /// the key of a later test.
    private static final String EMPTY_GUARD = "TRUNCATE onceward.operation_key";
    private static final String USUAL_RETENTION = "UPDATE onceward.retention SET events = DEFAULT, attempts = DEFAULT, forget_after = DEFAULT";

    @Override
    public void beforeEach(ExtensionContext context) {
        Servers.postgres().start();
        Servers.redis().start();
        Days.dropBefore("event", LocalDate.now(ZoneOffset.UTC));
        Servers.sql().execute("SELECT onceward.create_days(7)");
        Servers.sql().execute(EMPTY);
        Servers.sql().execute(EMPTY_GUARD);
        Servers.sql().execute(USUAL_RETENTION);
        var _ = await(Servers.redisClient().send(Request.cmd(Command.FLUSHALL)));
    }
}
