package dev.onceward.runtime.upkeep;

import java.time.LocalDate;
import java.util.UUID;

import static dev.onceward.testing.servers.Servers.sql;

/// Events of past days, and subscriptions with cursors, as intake and the relay would write them.
final class TestLog {
    private TestLog() {}

    static void recordEdge() {
        sql().execute("SELECT onceward.record_edge(interval '0')");
    }

    static void subscribe(String name, String edge) {
        sql().execute("INSERT INTO onceward.subscription (name) VALUES ('%s')".formatted(name));
        sql().execute("""
                INSERT INTO onceward.cursor (subscription, shard, from_snapshot, from_next, from_low, from_high)
                SELECT '%s', shard, snapshot, next, low, high
                  FROM %s AS edge, generate_series(0, 15) AS shard
                """.formatted(name, edge));
    }

    static void advance(String which) {
        sql().execute("""
                UPDATE onceward.cursor
                   SET from_snapshot = edge.snapshot, from_next = edge.next, from_low = edge.low, from_high = edge.high
                  FROM onceward.current_edge() AS edge %s
                """.formatted(which));
    }

    /// An event at noon of a day.
    static UUID event(LocalDate day) {
        return UUID.fromString(sql().query(insert(day) + " RETURNING id"));
    }

    static String insert(LocalDate day) {
        return """
                INSERT INTO onceward.event (at, shard, id, source, topic, headers, body)
                VALUES ('%s 12:00+00', 0, gen_random_uuid(), 'shop', 'orders', '{}', 'body')
                """.formatted(day);
    }
}
