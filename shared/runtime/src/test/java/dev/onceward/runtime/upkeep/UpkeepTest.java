package dev.onceward.runtime.upkeep;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.Days;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@OnServers
class UpkeepTest {
    static final String DAYS = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'onceward.event'::regclass";

    final Upkeep upkeep = upkeep(Servers.pool());
    final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @Test
    void partitions_for_today_and_the_next_seven_days_are_created() {
        Days.dropAll();
        assertThat(await(upkeep.run()).daysCreated()).isEqualTo(8);
        assertThat(sql().query(DAYS)).isEqualTo("8");
    }

    @Test
    void a_second_run_of_upkeep_creates_no_partition() {
        Days.dropAll();
        var _ = await(upkeep.run());
        assertThat(await(upkeep.run()).daysCreated()).isZero();
    }

    @Test
    void a_day_is_dropped_when_it_ended_longer_ago_than_the_retention() {
        Days.make(today.minusDays(31));
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(1);
    }

    @Test
    void a_day_is_kept_until_its_last_event_is_older_than_the_retention() {
        Days.make(today.minusDays(30));
        var dropped = await(upkeep.run()).daysDropped();
        assumeThat(LocalDate.now(ZoneOffset.UTC)).as("no midnight meanwhile").isEqualTo(today);
        assertThat(dropped).isZero();
    }

    @Test
    void a_run_of_upkeep_drops_the_three_oldest_days_only() {
        for (var age = 40; age < 45; age++) {
            Days.make(today.minusDays(age));
        }
        assertThat(await(upkeep.run()).daysDropped()).isEqualTo(3);
        assertThat(sql().query("SELECT min(relname) FROM pg_class WHERE relname LIKE 'event\\_2%' AND relkind = 'r'"))
                .isEqualTo(Days.name(today.minusDays(41)));
    }

    @Test
    void two_concurrent_runs_of_upkeep_create_each_day_once() {
        Days.dropAll();
        var done = await(Uni.join().all(upkeep.run(), upkeep(Servers.otherPool()).run()).andFailFast());
        assertThat(done.get(0).daysCreated() + done.get(1).daysCreated()).isEqualTo(8);
        assertThat(sql().query(DAYS)).isEqualTo("8");
    }

    @Test
    void upkeep_does_nothing_while_another_process_holds_its_lock() throws Exception {
        Days.dropAll();
        sql().execute(
                "INSERT INTO onceward.source_counts (source, errors) SELECT 'shop', 1 FROM generate_series(1, 600)");
        try (var other = sql().connect()) {
            other.setAutoCommit(false);
            Sql.execute(other, "SELECT pg_advisory_xact_lock(hashtext('onceward.upkeep'))");
            assertThat(await(upkeep.run())).isEqualTo(new UpkeepDone(0, 0, 0, 0, 0, 0, 0, 0));
        }
    }

    @Test
    void a_step_of_upkeep_that_fails_does_not_prevent_the_other_steps() {
        sql().execute(
                "INSERT INTO onceward.source_counts (source, errors) SELECT 'shop', 1 FROM generate_series(1, 600)");
        sql().execute("ALTER TABLE onceward.key RENAME TO hidden");
        var done = await(upkeep.run());
        sql().execute("ALTER TABLE onceward.hidden RENAME TO key");
        assertThat(done).isEqualTo(new UpkeepDone(0, 0, 0, 0, 0, 0, 1, 0));
    }

    @Test
    void upkeep_does_not_wait_for_a_transaction_that_reads_an_old_day() throws Exception {
        Days.make(today.minusDays(40));
        try (var reader = sql().connect()) {
            reader.setAutoCommit(false);
            Sql.execute(reader, "SELECT count(*) FROM onceward." + Days.name(today.minusDays(40)));
            var started = System.nanoTime();
            assertThat(await(upkeep.run()).daysDropped()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(20));
        }
    }

    static Upkeep upkeep(Pool pool) {
        return new Upkeep(pool, new MeasureInbox(pool, new SimpleMeterRegistry()));
    }
}
