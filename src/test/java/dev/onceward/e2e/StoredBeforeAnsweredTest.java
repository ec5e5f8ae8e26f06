package dev.onceward.e2e;

import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

/// A 2xx leaves only after the event's commit in PostgreSQL.
class StoredBeforeAnsweredTest {

    /// Every statement is done then: it is the commit itself that waits.
    private static final String COMMITS_WAIT = """
            CREATE FUNCTION onceward.wait() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(1);
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON onceward.key DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION onceward.wait()
            """;

    @Test
    void intake_sends_no_answer_while_the_commit_of_the_event_waits() throws Exception {
        try (var deployment = new DeploymentFixture();
                var intake = deployment.intake().ready();
                var holder = deployment.database.connect()) {
            deployment.database.execute(COMMITS_WAIT);
            run(holder, "SELECT pg_advisory_lock(1)");
            var answer = CompletableFuture
                    .supplyAsync(() -> SendWebhooks.retry(() -> intake.at("/hooks/orders"), "held", "{}"));
            var _ = Eventually.holds("the commit waits", Duration.ofSeconds(10), () -> waiting(deployment) > 0);

            assertThat(answer).failsWithin(Duration.ofMillis(500)).withThrowableOfType(TimeoutException.class);
            run(holder, "SELECT pg_advisory_unlock(1)");
            assertThat(answer.get()).contains(stored(deployment));
        }
    }

    private static void run(Connection connection, String sql) throws Exception {
        try (var statement = connection.createStatement()) {
            var _ = statement.execute(sql);
        }
    }

    private static long waiting(DeploymentFixture deployment) throws Exception {
        return deployment.database.number("""
                SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND wait_event = 'advisory'
                """);
    }

    private static String stored(DeploymentFixture deployment) throws Exception {
        return deployment.database.texts("SELECT id::text FROM onceward.event").getFirst();
    }
}
