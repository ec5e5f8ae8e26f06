package dev.onceward.testing;

import java.time.LocalDate;
import java.time.ZoneOffset;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static dev.onceward.testing.Servers.await;

final class EmptyServers implements BeforeEachCallback {
    private static final String USUAL_RETENTION = "UPDATE onceward.retention SET events = DEFAULT, attempts = DEFAULT, forget_after = DEFAULT";

    @Override
    public void beforeEach(ExtensionContext context) {
        Servers.postgres().start();
        Servers.redis().start();
        Sql.tell(
                "TRUNCATE onceward.event, onceward.key, onceward.source_counts, onceward.recorded_edge, onceward.subscription CASCADE");
        Sql.tell(USUAL_RETENTION);
        Days.dropBefore("event", LocalDate.now(ZoneOffset.UTC));
        Sql.tell("SELECT onceward.create_days(7)");
        var _ = await(Servers.redisClient().send(Request.cmd(Command.FLUSHALL)));
    }
}
