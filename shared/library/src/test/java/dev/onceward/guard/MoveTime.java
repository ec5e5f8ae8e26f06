package dev.onceward.guard;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;

import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;

/// Ends leases and retentions in the stores of a guard, as time does.
final class MoveTime {
    private static final String END_LEASES = """
            for _, key in ipairs(redis.call('KEYS', '*:only1:*')) do
              local entry = string.gsub(redis.call('GET', key), '^(processing %S+ %S+) %d+', '%1 1')
              redis.call('SET', key, entry, 'KEEPTTL')
            end
            """;

    private MoveTime() {}

    /// A tiered entry expires with its lease.
    static void endLeases(Store store) {
        if (store == Store.REDIS) {
            var _ = await(Servers.redisClient().send(Request.cmd(Command.EVAL).arg(END_LEASES).arg(0)));
        } else {
            sql().execute("UPDATE onceward.operation_key SET lease_until = clock_timestamp()");
            RedisCommand.flush(Servers.redis());
        }
    }

    static void endRetentions(Store store) {
        RedisCommand.flush(Servers.redis());
        if (store != Store.REDIS) {
            sql().execute("UPDATE onceward.operation_key SET expires_at = now()");
        }
    }
}
