package dev.onceward.internal.guard.model;

import java.util.regex.Pattern;

import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;

import static dev.onceward.testing.servers.Servers.await;

/// The row and the entry of one key, past the code under test.
///
/// @param pool whose connections run no triggers: what happens here happens by itself with time, and no operator does it
/// @param name of the entry
record KeyInStores(Pool pool, Redis redis, String key, String name) {
    private static final Pattern ENTRY = Pattern.compile("(\\w+) (\\S+) \\S+ \\d+ (.*)");

    private static final String END_LEASE = """
            UPDATE onceward.operation_key SET lease_until = clock_timestamp() - interval '1 s'
             WHERE operation = 'model' AND caller = '' AND key = $1 AND state = 'processing'
            """;
    private static final String END_RETENTION = """
            UPDATE onceward.operation_key SET expires_at = clock_timestamp() - interval '1 s'
             WHERE operation = 'model' AND caller = '' AND key = $1 AND expires_at < 'infinity'
            """;
    private static final String ROW = """
            SELECT concat_ws(' ', generation, coalesce(lease_until > clock_timestamp(), false)::text, state,
                   CASE state WHEN 'completed' THEN convert_from(answer, 'UTF8') WHEN 'failed' THEN last_error END)
              FROM onceward.operation_key
             WHERE operation = 'model' AND caller = '' AND key = $1 AND expires_at > clock_timestamp()
            """;

    void endLease() {
        execute(END_LEASE);
    }

    void endRetention() {
        execute(END_RETENTION);
        loseEntry();
    }

    private void execute(String statement) {
        var _ = await(pool.preparedQuery(statement).execute(Tuple.of(key)));
    }

    void loseEntry() {
        var _ = await(redis.send(Request.cmd(Command.DEL).arg(name)));
    }

    String row() {
        var rows = await(pool.preparedQuery(ROW).execute(Tuple.of(key))).iterator();
        return rows.hasNext() ? rows.next().getString(0) : "no row";
    }

    String entry() {
        var text = await(redis.send(Request.cmd(Command.GET).arg(name)));
        if (text == null) {
            return "no entry";
        }
        var parts = ENTRY.matcher(text.toString());
        return parts.matches()
                ? "%s %s %s".formatted(parts.group(2), parts.group(1), parts.group(3)).strip()
                : "not an entry: " + text;
    }
}
