package dev.onceward.servers;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static dev.onceward.servers.Servers.await;

final class EmptyServers implements BeforeEachCallback {
    private static final String DROP_OLD_DAYS = "SELECT onceward.drop_days('event', interval '0', interval '0', 1000)";

    @Override
    public void beforeEach(ExtensionContext context) {
        Servers.postgres().start();
        Servers.redis().start();
        Sql.tell("TRUNCATE onceward.event, onceward.key, onceward.tally, onceward.tick, onceward.subscription CASCADE");
        Sql.tell(DROP_OLD_DAYS);
        Sql.tell("SELECT onceward.make_days(7)");
        var _ = await(Servers.redisClient().send(Request.cmd(Command.FLUSHALL)));
    }
}
