package dev.onceward.embedded;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.sql.Migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateTest {
    private static final String PARK = """
            INSERT INTO onceward.parked (subscription, shard, event, at, ordering, state, next_at)
            SELECT 'books', shard, id, at, ordering, 'waiting', now()
              FROM onceward.event""";
    private static final String HASHED = """
            SELECT count(*)
              FROM onceward.parked
              JOIN onceward.event ON event.id = parked.event
             WHERE ordering_hash IS NOT DISTINCT FROM onceward.ordering_hash(event.source, event.ordering)""";

    private static final String WAIT_AT_EACH_UPDATE = """
            CREATE FUNCTION onceward.wait_for_test() RETURNS trigger
                LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock(6);
                RETURN NEW;
            END $$;
            CREATE TRIGGER wait_for_test
                BEFORE UPDATE ON onceward.parked
                FOR EACH ROW EXECUTE FUNCTION onceward.wait_for_test()""";
    private static final String IS_WAITING = """
            SELECT EXISTS (SELECT
                             FROM pg_locks
                            WHERE locktype = 'advisory'
                              AND classid = 0
                              AND objid = 6
                              AND NOT granted)""";
    private static final String APPEND = """
            INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
            SELECT 3, gen_random_uuid(), 'shop', 'orders', 'k' || n, '{}', ''
              FROM generate_series(1, %d) AS n""";
    private static final String OLD_DAY = """
            CREATE TABLE onceward.event_20200101 PARTITION OF onceward.event
                FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')""";
    /// This session does not look for deadlocks itself, so if there is one, the migration finds it and fails.
    private static final String LOOK_AT_DAYS = """
            SET deadlock_timeout = '1h';
            CREATE TEMPORARY TABLE held AS SELECT onceward.held_days('1 day', '7 days')""";
    private static final String RELAY_IS_WAITING = """
            SELECT EXISTS (SELECT
                             FROM pg_locks
                            WHERE relation = 'onceward.parked'::regclass
                              AND NOT granted)""";
    private static final int PATIENCE_SECONDS = 30;

    private final Backends backends = Backends.temporary();
    private final Postgres postgres = backends.postgres();

    @BeforeEach
    void empty() throws Exception {
        postgres.start();
        Talk.tell(postgres, "DROP SCHEMA IF EXISTS onceward CASCADE");
    }

    @AfterAll
    void close() {
        backends.close();
    }

    @Test
    void a_second_migration_finds_nothing_to_do() throws Exception {
        Migrate.run(postgres.url());
        Migrate.run(postgres.url());
        assertThat(Talk.ask(postgres, "SELECT count(*) FROM onceward.event")).isEqualTo("0");
    }

    @Test
    void many_migrations_at_once_do_not_disturb_each_other() throws Exception {
        var all = Stream
                .generate(
                        () -> CompletableFuture.runAsync(() -> Migrate.run(postgres.url()), Thread::startVirtualThread))
                .limit(8).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();
        assertThat(Talk.ask(postgres, "SELECT bool_and(success) FROM onceward.flyway_schema_history")).isEqualTo("t");
    }

    @Test
    void the_retention_is_set_by_the_migration_and_kept_where_the_environment_does_not_name_it() throws Exception {
        Migrate.run(postgres.url(), Map.of("ONCEWARD_EVENT_RETENTION", "90d", "ONCEWARD_FORGET_AFTER", "3d"));
        Migrate.run(postgres.url(), Map.of("ONCEWARD_ATTEMPT_RETENTION", "14d", "ONCEWARD_FORGET_AFTER", " "));
        assertThat(Talk.ask(postgres, "SELECT concat_ws(', ', events, attempts, forget_after) FROM onceward.retention"))
                .isEqualTo("90 days, 14 days, 3 days");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0d", "0", "-1d", "30", "30 days", "1.5d", "24h", "36501d", "99999999999d", "forever"})
    void a_retention_that_is_no_number_of_days_is_refused_before_the_schema_is_changed(String retention)
            throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Migrate.run(postgres.url(), Map.of("ONCEWARD_EVENT_RETENTION", retention)))
                .withMessage("ONCEWARD_EVENT_RETENTION must be a number of days between 1d and 36500d, such as 30d.");
        assertThat(Talk.ask(postgres, "SELECT to_regclass('onceward.event') IS NULL")).isEqualTo("t");
    }

    @Test
    void what_an_earlier_version_parked_is_found_by_the_hash_of_source_and_ordering_key() throws Exception {
        migrateTo("5");
        Talk.tell(postgres, "INSERT INTO onceward.subscription (name) VALUES ('books')");
        Talk.tell(postgres, """
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                SELECT 3, gen_random_uuid(), source, 'orders', ordering, '{}', ''
                  FROM (VALUES ('shop', '7'), ('library', '7'), ('shop', NULL)) AS stored (source, ordering)""");
        Talk.tell(postgres, PARK);
        Migrate.run(postgres.url());
        assertThat(Talk.ask(postgres, HASHED)).isEqualTo("3");
        // A relay of the earlier version parks events like this while it is being replaced.
        Talk.tell(postgres, "DELETE FROM onceward.parked");
        Talk.tell(postgres, PARK);
        assertThat(Talk.ask(postgres, HASHED)).isEqualTo("3");
    }

    /// The migration is stopped in the middle of its longest statement, where it holds all locks that it took before.
    @Test
    void an_event_is_appended_while_the_migration_hashes_what_is_parked() throws Exception {
        migrateTo("5");
        Talk.tell(postgres, "INSERT INTO onceward.subscription (name) VALUES ('books')");
        Talk.tell(postgres, APPEND.formatted(1000));
        Talk.tell(postgres, PARK);
        Talk.tell(postgres, WAIT_AT_EACH_UPDATE);
        CompletableFuture<Void> migration;
        try (var holder = Talk.connection(postgres); var statement = holder.createStatement()) {
            var _ = statement.execute("SELECT pg_advisory_lock(6)");
            migration = CompletableFuture.runAsync(() -> Migrate.run(postgres.url()), Thread::startVirtualThread);
            awaitTrue(IS_WAITING);
            Talk.tell(postgres, "SET statement_timeout = '10s'; " + APPEND.formatted(1));
            assertThat(Talk.ask(postgres, IS_WAITING)).isEqualTo("t");
        }
        var _ = migration.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(Talk.ask(postgres, HASHED)).isEqualTo("1000");
        assertThat(Talk.ask(postgres, "SELECT count(*) FROM onceward.event")).isEqualTo("1001");
    }

    /// Every relay does this every five seconds: it locks a day of the log that is old enough to be dropped, and waits for
    /// `parked`.
    @Test
    void a_relay_that_looks_at_old_days_meanwhile_does_not_make_the_migration_fail() throws Exception {
        migrateTo("5");
        Talk.tell(postgres, "INSERT INTO onceward.subscription (name) VALUES ('books')");
        Talk.tell(postgres, OLD_DAY);
        Talk.tell(postgres, APPEND.formatted(1));
        Talk.tell(postgres, PARK);
        Talk.tell(postgres, WAIT_AT_EACH_UPDATE);
        CompletableFuture<Void> migration;
        CompletableFuture<Void> relay;
        try (var holder = Talk.connection(postgres); var statement = holder.createStatement()) {
            var _ = statement.execute("SELECT pg_advisory_lock(6)");
            migration = CompletableFuture.runAsync(() -> Migrate.run(postgres.url()), Thread::startVirtualThread);
            awaitTrue(IS_WAITING);
            relay = CompletableFuture.runAsync(this::lookAtDays, Thread::startVirtualThread);
            awaitTrue(RELAY_IS_WAITING);
        }
        var _ = CompletableFuture.allOf(migration, relay).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(Talk.ask(postgres, HASHED)).isEqualTo("1");
    }

    private void lookAtDays() {
        try {
            Talk.tell(postgres, LOOK_AT_DAYS);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void awaitTrue(String question) throws Exception {
        var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (Talk.ask(postgres, question).equals("f")) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.sleep(10);
        }
    }

    private void migrateTo(String version) {
        var _ = Flyway.configure()
                .dataSource(postgres.url().replace("postgresql://postgres@", "jdbc:postgresql://"), "postgres", "")
                .defaultSchema("onceward")
                .locations("classpath:onceward/migrations")
                .target(version)
                .load()
                .migrate();
    }

    @Test
    void a_database_that_is_away_is_told_in_one_sentence() {
        postgres.stop();
        assertThatIllegalStateException().isThrownBy(() -> Migrate.run(postgres.url()))
                .withMessageMatching("The database at localhost:\\d+/postgres was not migrated: .*refused");
    }
}
