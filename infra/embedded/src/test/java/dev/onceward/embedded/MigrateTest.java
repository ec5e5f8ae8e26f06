package dev.onceward.embedded;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

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
    private final Backends backends = Backends.temporary();
    private final Postgres postgres = backends.postgres();

    @BeforeEach
    void empty() throws Exception {
        postgres.start();
        ServerCommands.execute(postgres, "DROP SCHEMA IF EXISTS onceward CASCADE");
    }

    @AfterAll
    void close() {
        backends.close();
    }

    @Test
    void a_second_migration_finds_nothing_to_do() throws Exception {
        Migrate.run(postgres.url());
        Migrate.run(postgres.url());
        assertThat(ServerCommands.query(postgres, "SELECT count(*) FROM onceward.event")).isEqualTo("0");
    }

    /// An error message then says which rule was broken.
    @Test
    void every_constraint_has_a_name_of_its_own() throws Exception {
        Migrate.run(postgres.url());
        assertThat(ServerCommands.query(postgres, """
                SELECT string_agg(conrelid::regclass || ' ' || conname, ', ' ORDER BY conname)
                  FROM pg_constraint
                  JOIN pg_class AS constrained ON constrained.oid = conrelid
                 WHERE connamespace = 'onceward'::regnamespace
                   AND contype <> 'n'
                   AND NOT constrained.relispartition
                   AND conrelid <> 'onceward.flyway_schema_history'::regclass
                   AND conname ~ '_(pkey|check|key|fkey)[0-9]*$'""")).isNull();
    }

    @Test
    void eight_concurrent_migrations_all_succeed() throws Exception {
        var all = Stream
                .generate(
                        () -> CompletableFuture.runAsync(() -> Migrate.run(postgres.url()), Thread::startVirtualThread))
                .limit(8).toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(all).join();
        assertThat(ServerCommands.query(postgres, "SELECT bool_and(success) FROM onceward.flyway_schema_history"))
                .isEqualTo("t");
    }

    @Test
    void the_retention_is_set_by_the_migration_and_kept_where_the_environment_does_not_name_it() throws Exception {
        Migrate.run(postgres.url(), Map.of("ONCEWARD_EVENT_RETENTION", "90d", "ONCEWARD_FORGET_AFTER", "3d"));
        Migrate.run(postgres.url(), Map.of("ONCEWARD_ATTEMPT_RETENTION", "14d", "ONCEWARD_FORGET_AFTER", " "));
        assertThat(ServerCommands.query(postgres,
                "SELECT concat_ws(', ', events, attempts, forget_after) FROM onceward.retention"))
                .isEqualTo("90 days, 14 days, 3 days");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0d", "0", "-1d", "30", "30 days", "1.5d", "24h", "36501d", "99999999999d", "forever"})
    void a_retention_that_is_no_number_of_days_is_refused_before_the_schema_is_changed(String retention)
            throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Migrate.run(postgres.url(), Map.of("ONCEWARD_EVENT_RETENTION", retention)))
                .withMessage("ONCEWARD_EVENT_RETENTION must be a number of days between 1d and 36500d, such as 30d.");
        assertThat(ServerCommands.query(postgres, "SELECT to_regclass('onceward.event') IS NULL")).isEqualTo("t");
    }

    @Test
    void an_unreachable_database_is_reported_in_one_sentence() {
        postgres.stop();
        assertThatIllegalStateException().isThrownBy(() -> Migrate.run(postgres.url()))
                .withMessageMatching("The database at localhost:\\d+/postgres was not migrated: .*refused");
    }
}
