package dev.onceward.relay.worker;

import java.time.Duration;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.AwaitInRelay;
import dev.onceward.relay.worker.LogFixture.FixtureWorkerConfig;
import dev.onceward.runtime.outage.RepeatedFailures;

import static dev.onceward.relay.worker.LogFixture.append;
import static dev.onceward.relay.worker.LogFixture.ask;
import static dev.onceward.relay.worker.LogFixture.await;
import static dev.onceward.relay.worker.LogFixture.books;
import static org.assertj.core.api.Assertions.assertThat;

class WorkerLoopTest {
    private static final Vertx VERTX = LogFixture.VERTX;
    private static final FixtureWorkerConfig BRIEF = new FixtureWorkerConfig(Duration.ofSeconds(15),
            Duration.ofMillis(150),
            500, 1_000_000);

    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private WorkerLoop workerLoop;

    @BeforeEach
    void start() {
        var _ = new LogFixture();
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
        AwaitInRelay.until(() -> receiver.received().contains(event));
    }

    @Test
    void the_loop_goes_on_after_a_failure_of_the_database() {
        AwaitInRelay.until(() -> ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL").equals("16"));
        LogFixture.tell("ALTER TABLE onceward.event RENAME TO hidden");
        LogFixture.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND backend_type = 'client backend'");
        LogFixture.tell("ALTER TABLE onceward.hidden RENAME TO event");
        var event = append((String) null);
        AwaitInRelay.until(() -> receiver.received().contains(event));
    }

    @Test
    void a_loop_that_ended_has_written_its_cursors_and_released_its_leases() {
        var event = append((String) null);
        AwaitInRelay.until(() -> receiver.received().contains(event));
        await(workerLoop.end());
        assertThat(ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NULL AND from_high >= "
                + "(SELECT max(seq) FROM onceward.event)")).isEqualTo("16");
        assertThat(ask("SELECT count(*) FROM onceward.relay_instance")).isEqualTo("0");
    }
}
