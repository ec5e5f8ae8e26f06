package dev.onceward.intake.log;

import java.sql.Connection;
import java.sql.SQLException;

import io.vertx.core.json.JsonArray;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.OnServers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A connection plans the statement once, often when the log is still empty, and uses that plan as the log grows.
@OnServers
class DuplicateLookupTest {
    private static final String FILL = """
            INSERT INTO onceward.key (scope, key, fingerprint, event_id, topic, expires_at)
            SELECT 'orders', 'k' || n, sha256(n::text::bytea), gen_random_uuid(), 'orders', now() + interval '1 hour'
              FROM generate_series(8, 20000) AS n
            """;
    private static final String APPEND = """
            EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE append (
                '{019a9e52-7c1f-7000-8000-000000000001}', '{orders}', '{k7}', ARRAY[sha256('')], '{3600}', '{shop}',
                '{orders}', '{null}', '{null}', '{0}', '{"{}"}', ARRAY['body'::bytea], '{null}', '{null}', '{null}',
                '{null}', '{null}')
            """;

    @Test
    void a_duplicate_is_found_by_the_index_with_a_plan_that_was_made_for_an_empty_log() throws SQLException {
        try (var connection = sql().connect()) {
            Sql.execute(connection, "VACUUM ANALYZE onceward.key");
            Sql.execute(connection, "SET plan_cache_mode = force_generic_plan");
            Sql.execute(connection, "PREPARE append AS " + LogStatements.INSERT);
            assertThat(appended(connection)).isPositive();
            Sql.execute(connection, FILL);
            assertThat(appended(connection)).isBetween(1L, 40L);
        }
    }

    /// @return how many blocks the statement touched
    private static long appended(Connection connection) throws SQLException {
        try (var statement = connection.createStatement(); var rows = statement.executeQuery(APPEND)) {
            var _ = rows.next();
            var plan = new JsonArray(rows.getString(1)).getJsonObject(0).getJsonObject("Plan");
            return plan.getLong("Shared Hit Blocks") + plan.getLong("Shared Read Blocks");
        }
    }
}
