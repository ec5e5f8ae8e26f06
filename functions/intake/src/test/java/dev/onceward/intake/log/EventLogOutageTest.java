package dev.onceward.intake.log;

import java.time.Duration;
import java.util.List;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class EventLogOutageTest {
    static final Duration PATIENCE = Duration.ofMillis(300);
    static final BatchLimits LIMITS = new BatchLimits(64, 1_000_000, new ParallelFlushes(4, 64), 4, 100_000_000);

    final EventLog log = new EventLog(Servers.pool(), LIMITS, PATIENCE);
    /// For what is to succeed, however slow the machine is.
    final EventLog patient = new EventLog(Servers.pool(), LIMITS, Duration.ofSeconds(10));

    @Test
    void an_append_without_postgresql_is_unavailable_and_stores_no_event() {
        Servers.postgres().stop();
        assertThat(await(log.append(Entries.keyed("k")))).isInstanceOf(Unavailable.class);
        Servers.postgres().start();
        assertThat(sql().count("event")).isZero();
    }

    @Test
    void events_are_stored_again_once_postgresql_is_back() {
        Servers.postgres().stop();
        var _ = await(log.append(Entries.keyed("k")));
        Servers.postgres().start();
        assertThat(await(patient.append(Entries.keyed("k")))).isInstanceOf(Stored.class);
    }

    @Test
    void an_event_answered_as_stored_survives_a_kill_of_postgresql() {
        var entry = Entries.keyed("k");
        var _ = await(patient.append(entry));
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(sql().query("SELECT id FROM onceward.event")).isEqualTo(entry.id().toString());
    }

    @Test
    void an_append_is_unavailable_after_its_timeout_while_postgresql_hangs() {
        var _ = await(patient.append(Entries.keyed("before")));
        var started = System.nanoTime();
        try (var _ = PausedProcess.postgres()) {
            assertThat(await(log.append(Entries.keyed("k")))).isEqualTo(new Unavailable("TimeoutException"));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isBetween(PATIENCE, Duration.ofSeconds(20));
    }

    @Test
    void a_retry_after_postgresql_hung_leaves_one_event_in_the_log() {
        try (var _ = PausedProcess.postgres()) {
            var _ = await(log.append(Entries.keyed("k")));
        }
        var outcome = Eventually.value(() -> await(patient.append(Entries.keyed("k"))),
                answer -> !(answer instanceof Unavailable));
        assertThat(outcome).isNotInstanceOf(Unavailable.class);
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void an_append_beyond_the_queue_limit_is_unavailable_while_postgresql_hangs() {
        try (var _ = PausedProcess.postgres()) {
            var outcomes = await(Entries.together(List.of(append("a"), append("b"), append("c"), append("d"),
                    append("e"))));
            assertThat(outcomes.getLast()).isEqualTo(new Unavailable("the queue is full"));
        }
        assertThat(log.waiting()).isZero();
    }

    @Test
    void an_append_without_a_partition_for_today_is_unavailable_and_not_refused() {
        Days.dropAll();
        assertThat(await(patient.append(Entries.keyed("k")))).isEqualTo(new Unavailable("23514"));
        sql().execute("SELECT onceward.create_days(7)");
        assertThat(await(patient.append(Entries.keyed("k")))).isInstanceOf(Stored.class);
    }

    @Test
    void an_append_to_a_database_without_the_tables_is_unavailable() {
        sql().execute("ALTER SCHEMA onceward RENAME TO elsewhere");
        var outcome = await(log.append(Entries.keyed("k")));
        sql().execute("ALTER SCHEMA elsewhere RENAME TO onceward");
        assertThat(outcome).isInstanceOf(Unavailable.class);
    }

    Uni<AppendOutcome> append(String key) {
        return log.append(Entries.keyed(key));
    }
}
