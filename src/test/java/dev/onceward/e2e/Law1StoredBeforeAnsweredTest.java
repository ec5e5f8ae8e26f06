package dev.onceward.e2e;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// A 2xx leaves only after the event's commit in PostgreSQL.
class Law1StoredBeforeAnsweredTest {

    @Test
    void no_answer_leaves_while_the_commit_is_held_up() throws Exception {
        try (var world = new World(); var intake = world.intake().ready(); var holder = world.database.connect()) {
            holder.setAutoCommit(false);
            holder.createStatement().execute("LOCK TABLE onceward.key IN EXCLUSIVE MODE");
            var answer = CompletableFuture
                    .supplyAsync(() -> Sender.insist(() -> intake.at("/hooks/orders"), "held", "{}"));
            var _ = Patience.until("the statement waits", Duration.ofSeconds(10), () -> waiting(world) > 0);

            assertThat(answer).isNotDone();
            holder.rollback();
            assertThat(answer.get()).contains(stored(world));
        }
    }

    private static long waiting(World world) throws Exception {
        return world.database.number("""
                SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%onceward.event%'
                """);
    }

    private static String stored(World world) throws Exception {
        return world.database.texts("SELECT id::text FROM onceward.event").getFirst();
    }
}
