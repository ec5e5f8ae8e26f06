package dev.onceward.relay.parked;

import java.util.HashMap;
import java.util.HashSet;
import java.util.UUID;
import java.util.stream.Collectors;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// However many ordering keys have parked events, each statement looks at a bounded number of them.
@OnServers
class ManyKeysTest {
    private static final int MANY = TestAll.rounds(200_000, 50_000);
    private static final int MOST_OF_A_PAGE = 5_120;

    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
    }

    @Test
    void finding_a_page_of_ordering_keys_reads_a_bounded_number_of_blocks() {
        park("dead");
        var shards = testRelay.shards().stream().map(Object::toString).collect(Collectors.joining(",", "'{", "}'"));
        var start = testRelay.shards().stream().map(_ -> UnblockParkedEvents.START.toString())
                .collect(Collectors.joining(",", "'{", "}'"));
        assertThat(QueryPlan.blocks(UnblockParkedEvents.FIRST_EVENTS, "'books'", shards, start,
                Integer.toString(UnblockParkedEvents.steps(16)), "'{}'", "'{}'"))
                .isLessThan(15_000);
    }

    @Test
    void looking_up_the_ordering_keys_of_a_page_reads_a_bounded_number_of_blocks() {
        park("dead");
        var shards = sql()
                .query("SELECT array_agg(shard)::text FROM (SELECT shard FROM onceward.parked ORDER BY n LIMIT 500)");
        var hashes = sql().query("SELECT array_agg(ordering_hash)::text "
                + "FROM (SELECT ordering_hash FROM onceward.parked ORDER BY n LIMIT 500)");
        assertThat(
                QueryPlan.blocks(UnblockParkedEvents.FIRST_EVENTS, "'books'", "'{}'", "'{}'", "512", "'" + shards + "'",
                        "'" + hashes + "'"))
                .isLessThan(5_000);
    }

    @Test
    void all_pages_together_find_every_ordering_key_once_and_schedule_its_first_event() {
        park("blocked");
        var keys = new HashSet<UUID>();
        var found = 0;
        var rest = new HashMap<Short, UUID>();
        testRelay.shards().forEach(shard -> rest.put(shard, UnblockParkedEvents.START));
        while (!rest.isEmpty()) {
            var page = await(testRelay.unblockParkedEvents.next(BOOKS, rest));
            assertThat(page.keys()).hasSizeLessThanOrEqualTo(MOST_OF_A_PAGE);
            keys.addAll(page.keys());
            found += page.keys().size();
            rest.clear();
            rest.putAll(page.rest());
        }
        assertThat(keys).hasSize(MANY);
        assertThat(found).isEqualTo(MANY);
        assertThat(sql().query("SELECT count(*) FROM onceward.parked WHERE state = 'scheduled'")).isEqualTo("" + MANY);
    }

    private static void park(String state) {
        sql().execute(
                """
                        INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, ordering_hash, state, next_at)
                        SELECT 'books', n %% 16, gen_random_uuid(), now(), 'k' || n, onceward.ordering_hash('shop', 'k' || n),
                               '%s', now()
                          FROM generate_series(1, %d) AS n
                        """
                        .formatted(state, MANY));
    }
}
