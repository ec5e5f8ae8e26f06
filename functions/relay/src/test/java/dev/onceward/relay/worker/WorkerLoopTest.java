package dev.onceward.relay.worker;

import java.time.Duration;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.relay.worker.LogFixture.FixtureWorkerConfig;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.books;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class WorkerLoopTest {
    private static final Vertx VERTX = Servers.vertx().getDelegate();
    private static final FixtureWorkerConfig BRIEF = new FixtureWorkerConfig(Duration.ofSeconds(15),
            Duration.ofMillis(150),
            500, 1_000_000);

    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private WorkerLoop workerLoop;

    @BeforeEach
    void start() {
        workerLoop = new WorkerLoop(LogFixture.worker(books(), receiver, BRIEF), BRIEF, VERTX,
                new RepeatedFailures());
        workerLoop.start();
    }

    @AfterEach
    void end() {
        await(workerLoop.end());
    }

    @Test
    void an_appended_event_is_delivered_without_a_call() {
        var event = append((String) null);
        Eventually.holds(() -> receiver.received().contains(event));
    }

    @Test
    void the_loop_goes_on_after_a_failure_of_the_database() {
        Eventually
                .holds(() -> sql().query("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL").equals("16"));
        sql().execute("ALTER TABLE onceward.event RENAME TO hidden");
        sql().execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND backend_type = 'client backend'");
        sql().execute("ALTER TABLE onceward.hidden RENAME TO event");
        var event = append((String) null);
        Eventually.holds(() -> receiver.received().contains(event));
    }

    @Test
    void a_loop_that_ended_has_written_its_cursors_and_released_its_leases() {
        var event = append((String) null);
        Eventually.holds(() -> receiver.received().contains(event));
        await(workerLoop.end());
        assertThat(sql().query("SELECT count(*) FROM onceward.cursor WHERE owner IS NULL AND from_high >= "
                + "(SELECT max(seq) FROM onceward.event)")).isEqualTo("16");
        assertThat(sql().query("SELECT count(*) FROM onceward.relay_instance")).isEqualTo("0");
    }
}
