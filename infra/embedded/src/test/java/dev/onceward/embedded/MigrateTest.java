package dev.onceward.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.sql.Migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateTest {
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
    void a_database_that_is_away_is_told_in_one_sentence() {
        postgres.stop();
        assertThatIllegalStateException().isThrownBy(() -> Migrate.run(postgres.url()))
                .withMessageMatching("The database at localhost:\\d+/postgres was not migrated: .*refused");
    }
}
