package dev.onceward.embedded;

import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.sql.Migrate;

import static org.assertj.core.api.Assertions.assertThat;
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
        // As a relay of the earlier version does while it is replaced.
        Talk.tell(postgres, "DELETE FROM onceward.parked");
        Talk.tell(postgres, PARK);
        assertThat(Talk.ask(postgres, HASHED)).isEqualTo("3");
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
