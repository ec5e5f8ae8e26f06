package dev.onceward.relay.worker;

import java.time.Duration;

import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.RelayPatience;
import dev.onceward.relay.worker.Bookshop.BookshopSettings;
import dev.onceward.runtime.outage.RepeatedFailures;

import static dev.onceward.relay.worker.Bookshop.append;
import static dev.onceward.relay.worker.Bookshop.ask;
import static dev.onceward.relay.worker.Bookshop.await;
import static dev.onceward.relay.worker.Bookshop.books;
import static org.assertj.core.api.Assertions.assertThat;

class WorkerLoopTest {
    private static final Vertx VERTX = Bookshop.VERTX;
    private static final BookshopSettings BRIEF = new BookshopSettings(Duration.ofSeconds(15), Duration.ofMillis(150),
            500, 1_000_000);

    private final ScriptedReceiver receiver = new ScriptedReceiver();
    private WorkerLoop workerLoop;

    @BeforeEach
    void start() {
        var _ = new Bookshop();
        workerLoop = new WorkerLoop(Bookshop.worker(books(), receiver, BRIEF), BRIEF, VERTX,
                new RepeatedFailures());
        workerLoop.start();
    }

    @AfterEach
    void end() {
        await(workerLoop.end());
    }

    @Test
    void what_comes_in_is_delivered_without_a_call() {
        var event = append((String) null);
        RelayPatience.until(() -> receiver.received().contains(event));
    }

    @Test
    void it_goes_on_after_trouble_with_the_database() {
        RelayPatience.until(() -> ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NOT NULL").equals("16"));
        Bookshop.tell("ALTER TABLE onceward.event RENAME TO hidden");
        Bookshop.tell("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                + "AND backend_type = 'client backend'");
        Bookshop.tell("ALTER TABLE onceward.hidden RENAME TO event");
        var event = append((String) null);
        RelayPatience.until(() -> receiver.received().contains(event));
    }

    @Test
    void who_ends_has_written_how_far_it_came_and_given_everything_back() {
        var event = append((String) null);
        RelayPatience.until(() -> receiver.received().contains(event));
        await(workerLoop.end());
        assertThat(ask("SELECT count(*) FROM onceward.cursor WHERE owner IS NULL AND from_high >= "
                + "(SELECT max(seq) FROM onceward.event)")).isEqualTo("16");
        assertThat(ask("SELECT count(*) FROM onceward.relay_instance")).isEqualTo("0");
    }
}
