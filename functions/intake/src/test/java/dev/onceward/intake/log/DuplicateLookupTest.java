package dev.onceward.intake.log;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.QueryPlan;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A connection plans a statement once, often when the log is still empty, and uses that plan as the log grows. The key
/// that is looked up is the last of the table, where reading the whole table would find it last.
@OnServers
class DuplicateLookupTest {
    private static final String FILL = """
            INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
            SELECT 'orders', 'k' || n, sha256(n::text::bytea), gen_random_uuid(), 'orders', now() + interval '1 hour'
              FROM generate_series(%d, %d) AS n
            """;
    private static final String DELETE_FIRST = "DELETE FROM onceward.key WHERE key = 'k20000';";
    private static final String APPENDED = """
            '{019a9e52-7c1f-7000-8000-000000000001}', '{orders}', '{k20000}', ARRAY[sha256('')], '{3600}', '{shop}',
            '{orders}', '{null}', '{null}', '{0}', '{"{}"}', ARRAY['body'::bytea], '{null}', '{null}', '{null}',
            '{null}', '{null}'
            """;

    @Test
    void a_duplicate_is_found_by_the_index_with_a_plan_that_was_made_for_an_empty_log() {
        sql().execute("VACUUM ANALYZE onceward.key");
        assertThat(blocksOfAppend(DELETE_FIRST + FILL.formatted(1, 20_000))).isBetween(1L, 40L);
    }

    @Test
    void a_duplicate_is_found_by_the_index_with_a_plan_that_was_made_for_a_small_log() {
        sql().execute(FILL.formatted(1, 30));
        sql().execute("VACUUM ANALYZE onceward.key");
        assertThat(blocksOfAppend(DELETE_FIRST + FILL.formatted(31, 20_000))).isBetween(1L, 40L);
    }

    @Test
    void expired_keys_are_found_by_the_index_with_a_plan_that_was_made_for_a_small_log() {
        sql().execute(FILL.formatted(1, 30));
        sql().execute("VACUUM ANALYZE onceward.key");
        assertThat(QueryPlan.blocksAfterGrowth(FILL.formatted(31, 20_000), LogStatements.FORGET, "'{orders}'",
                "'{k20000}'")).isBetween(1L, 40L);
    }

    private static long blocksOfAppend(String growth) {
        return QueryPlan.blocksAfterGrowth(growth, LogStatements.INSERT, APPENDED);
    }
}
