package dev.onceward.relay.settlement;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.parked.UnblockParkedEvents;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// However much is parked, a statement looks at a bounded number of blocks.
@OnServers
class ParkedPlansTest {

    @BeforeEach
    void hold() {
        var _ = TestRelay.holding();
    }

    @Test
    void queries_for_parked_events_read_few_blocks_however_many_events_an_ordering_key_blocks() {
        sql().execute(
                """
                        INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, ordering_hash, state, next_at)
                        SELECT 'books', n % 2, gen_random_uuid(), now(), 'k' || n % 2,
                               onceward.ordering_hash('shop', 'k' || n % 2), 'blocked', now()
                          FROM generate_series(1, 50000) AS n
                         UNION ALL
                        SELECT 'books', n % 2, gen_random_uuid(), now(), 'h' || n, onceward.ordering_hash('shop', 'h' || n),
                               'scheduled', now()
                          FROM generate_series(1, 5) AS n
                        """);
        assertThat(QueryPlan.blocks(ParkedEvents.DUE, "'books'", "'{0,1,2,3}'", "true", "10", "50")).isLessThan(200);
        var start = "'{%1$s,%1$s,%1$s,%1$s}'".formatted(UnblockParkedEvents.START);
        assertThat(
                QueryPlan.blocks(UnblockParkedEvents.FIRST_EVENTS, "'books'", "'{0,1,2,3}'", start, "128", "'{}'",
                        "'{}'"))
                .isLessThan(100);
        assertThat(QueryPlan.blocks(UnblockParkedEvents.FIRST_EVENTS, "'books'", "'{}'", "'{}'", "512", "'{1,0}'",
                "'{%s,%s}'".formatted(TestRelay.hash("k1"), TestRelay.hash("k0")))).isLessThan(100);
    }

    @Test
    void the_query_for_due_events_reads_few_blocks_however_many_events_are_due() {
        sql().execute("""
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                SELECT n % 16, gen_random_uuid(), 'shop', 'orders', 'k' || n, '{}', repeat('x', 1000)::bytea
                  FROM generate_series(1, 50000) AS n
                """);
        sql().execute("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, state, next_at)
                SELECT 'books', shard, id, at, ordering, 'scheduled', now() - seq * interval '1 second'
                  FROM onceward.event
                """);
        for (var ordered : List.of("true", "false")) {
            assertThat(QueryPlan.blocks(ParkedEvents.DUE, "'books'", "'{1}'", ordered, "10", "50")).isLessThan(500);
        }
    }
}
