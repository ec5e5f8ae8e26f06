package dev.onceward.intake.log;

import java.time.Duration;
import java.util.List;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.log.AppendOutcome.Stored;
import dev.onceward.intake.log.AppendOutcome.Unavailable;
import dev.onceward.runtime.batch.BatchLimits;
import dev.onceward.testing.Days;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Paused;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class OutageTest {
    static final Duration PATIENCE = Duration.ofMillis(300);
    static final BatchLimits LIMITS = new BatchLimits(64, 1_000_000, 4, 100_000_000);

    final EventLog log = new EventLog(Servers.pool(), LIMITS, PATIENCE);
    /// For what is to succeed, however slow the machine is.
    final EventLog patient = new EventLog(Servers.pool(), LIMITS, Duration.ofSeconds(10));

    @Test
    void without_postgresql_nothing_is_stored_and_nobody_is_told_it_was() {
        Servers.postgres().stop();
        assertThat(await(log.append(Entries.keyed("k")))).isInstanceOf(Unavailable.class);
        Servers.postgres().start();
        assertThat(Sql.count("event")).isZero();
    }

    @Test
    void once_postgresql_is_back_entries_are_stored_again() {
        Servers.postgres().stop();
        var _ = await(log.append(Entries.keyed("k")));
        Servers.postgres().start();
        assertThat(await(patient.append(Entries.keyed("k")))).isInstanceOf(Stored.class);
    }

    @Test
    void what_was_answered_stored_is_there_after_a_kill() {
        var entry = Entries.keyed("k");
        var _ = await(patient.append(entry));
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(Sql.ask("SELECT id FROM onceward.event")).isEqualTo(entry.id().toString());
    }

    @Test
    void a_postgresql_that_hangs_is_unavailable_once_patience_ends() {
        var _ = await(patient.append(Entries.keyed("before")));
        var started = System.nanoTime();
        try (var _ = Paused.postgres()) {
            assertThat(await(log.append(Entries.keyed("k")))).isEqualTo(new Unavailable("TimeoutException"));
        }
        assertThat(Duration.ofNanos(System.nanoTime() - started)).isBetween(PATIENCE, Duration.ofSeconds(20));
    }

    @Test
    void after_a_hang_the_senders_retry_finds_one_event() {
        try (var _ = Paused.postgres()) {
            var _ = await(log.append(Entries.keyed("k")));
        }
        var outcome = Eventually.answer(() -> await(patient.append(Entries.keyed("k"))),
                answer -> !(answer instanceof Unavailable));
        assertThat(outcome).isNotInstanceOf(Unavailable.class);
        assertThat(Sql.count("event")).isEqualTo(1);
    }

    @Test
    void while_postgresql_hangs_the_queue_fills_and_says_so() {
        try (var _ = Paused.postgres()) {
            var outcomes = await(Entries.together(List.of(append("a"), append("b"), append("c"), append("d"),
                    append("e"))));
            assertThat(outcomes.getLast()).isEqualTo(new Unavailable("the queue is full"));
        }
        assertThat(log.waiting()).isZero();
    }

    @Test
    void without_a_partition_for_today_nothing_is_refused_for_good() {
        Days.dropAll();
        assertThat(await(patient.append(Entries.keyed("k")))).isEqualTo(new Unavailable("23514"));
        Sql.tell("SELECT onceward.create_days(7)");
        assertThat(await(patient.append(Entries.keyed("k")))).isInstanceOf(Stored.class);
    }

    @Test
    void a_database_without_our_tables_is_unavailable() {
        Sql.tell("ALTER SCHEMA onceward RENAME TO elsewhere");
        var outcome = await(log.append(Entries.keyed("k")));
        Sql.tell("ALTER SCHEMA elsewhere RENAME TO onceward");
        assertThat(outcome).isInstanceOf(Unavailable.class);
    }

    Uni<AppendOutcome> append(String key) {
        return log.append(Entries.keyed(key));
    }
}
