package dev.onceward.e2e;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.RedisCommand;

import static org.assertj.core.api.Assertions.assertThat;

/// No hot row is updated or deleted one by one.
class NoHotRowTest {
    private static final int REQUESTS = 1_000;

    @Test
    void storing_events_and_answering_duplicates_updates_and_deletes_no_row() throws Exception {
        try (var deployment = new DeploymentFixture(); var intake = deployment.intake().ready()) {
            for (var i = 0; i < REQUESTS; i++) {
                var _ = SendWebhooks.send(intake.at("/hooks/orders"), "k" + i / 2, "{}");
                if (i == REQUESTS / 2) {
                    RedisCommand.flush(deployment.backends.redis());
                }
            }
            intake.stop();
            var _ = Eventually.holds("PostgreSQL counted", Duration.ofSeconds(10),
                    () -> stored(deployment) == REQUESTS);

            assertThat(deployment.database.texts("""
                    SELECT relname FROM pg_stat_user_tables
                     WHERE schemaname = 'onceward' AND (n_tup_upd > 0 OR n_tup_del > 0 AND relname <> 'source_counts')
                    """)).isEmpty();
        }
    }

    /// One key and one event for every two requests.
    private static long stored(DeploymentFixture deployment) throws Exception {
        return deployment.database.number("""
                SELECT sum(n_tup_ins) FROM pg_stat_user_tables
                 WHERE schemaname = 'onceward' AND (relname LIKE 'event%' OR relname = 'key')
                """);
    }
}
