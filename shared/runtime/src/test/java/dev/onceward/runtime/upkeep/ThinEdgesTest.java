package dev.onceward.runtime.upkeep;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.runtime.upkeep.TestLog.advance;
import static dev.onceward.runtime.upkeep.TestLog.subscribe;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// Which recorded edges upkeep deletes.
@OnServers
class ThinEdgesTest {
    private final Upkeep upkeep = UpkeepTest.upkeep(Servers.pool());

    @Test
    void one_recorded_edge_a_minute_is_kept_of_those_that_every_cursor_has_passed() {
        recordEdges("now() - interval '20 minutes'", "interval '10 seconds'", 30);
        subscribe("books", "onceward.current_edge()");
        var _ = await(upkeep.run());
        assertThat(sql().query("SELECT max(many) FROM (SELECT count(*) AS many FROM onceward.recorded_edge "
                + "WHERE at < now() - interval '10 minutes' GROUP BY date_trunc('minute', at)) AS minute"))
                .isEqualTo("1");
        assertThat(sql().count("recorded_edge WHERE at < now() - interval '10 minutes'")).isBetween(5L, 6L);
    }

    @Test
    void recorded_edges_of_the_last_ten_minutes_are_kept() {
        recordEdges("now() - interval '5 minutes'", "interval '10 seconds'", 20);
        subscribe("books", "onceward.current_edge()");
        assertThat(await(upkeep.run()).edgesThinned()).isZero();
    }

    @Test
    void a_recorded_edge_that_a_cursor_has_yet_to_pass_is_kept() {
        subscribe("books", "onceward.current_edge()");
        sql().execute("SELECT pg_current_xact_id()");
        recordEdges("now() - interval '20 minutes'", "interval '10 seconds'", 30);
        assertThat(await(upkeep.run()).edgesThinned()).isZero();
        advance("WHERE shard < 15");
        assertThat(await(upkeep.run()).edgesThinned()).isZero();
        advance("");
        assertThat(await(upkeep.run()).edgesThinned()).isPositive();
    }

    @Test
    void recorded_edges_older_than_the_retention_of_events_are_deleted() {
        recordEdges("now() - interval '31 days'", "interval '1 hour'", 3);
        recordEdges("now() - interval '29 days'", "interval '1 hour'", 3);
        assertThat(await(upkeep.run()).edgesThinned()).isEqualTo(3);
        assertThat(sql().count("recorded_edge WHERE at < now() - interval '1 day'")).isEqualTo(3);
    }

    private static void recordEdges(String from, String step, int many) {
        sql().execute("""
                INSERT INTO onceward.recorded_edge (at, snapshot, next, low, high)
                SELECT %s + n * %s, edge.snapshot, edge.next, edge.low, edge.high
                  FROM onceward.current_edge() AS edge, generate_series(1, %d) AS n
                """.formatted(from, step, many));
    }
}
