package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.sql.Migrate;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.seen.SeenKeysFixtures.database;
import static dev.onceward.intake.seen.SeenKeysFixtures.key;
import static dev.onceward.intake.seen.SeenKeysFixtures.known;
import static dev.onceward.intake.seen.SeenKeysFixtures.memory;
import static dev.onceward.intake.seen.SeenKeysFixtures.remember;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What Redis remembers is bound to the database whose log holds it.
@OnServers
class DatabaseIdentityTest {

    @Test
    void a_key_remembered_for_one_database_is_unknown_for_another_database_on_the_same_redis() {
        sql().execute("DROP DATABASE IF EXISTS other WITH (FORCE)");
        sql().execute("CREATE DATABASE other");
        var url = Servers.postgres().url().replaceFirst("/postgres$", "/other");
        Migrate.run(url);
        var pool = Servers.newPool(url, 2);
        var other = SeenKeysFixtures.seen(new SeenCommands(Servers.redisClient(), "standalone"), pool, config(),
                new SimpleMeterRegistry());
        var seen = SeenKeysFixtures.seen();
        var _ = await(remember(seen, key("k")));
        assertThat(await(seen.look(key("k")))).isEqualTo(known(key("k")));
        assertThat(await(other.look(key("k")))).isInstanceOf(UnknownKey.class);
        await(pool.close());
    }

    /// As a restore does that fills the tables anew.
    @Test
    void a_remembered_key_is_unknown_after_the_keys_of_the_log_are_truncated() {
        var seen = SeenKeysFixtures.seen();
        var _ = await(remember(seen, key("k")));
        assertThat(await(seen.look(key("k")))).isEqualTo(known(key("k")));
        sql().execute("TRUNCATE onceward.key");
        var _ = Eventually.value(() -> await(seen.look(key("k"))), UnknownKey.class::isInstance);
    }

    /// The event was stored in the database that is gone.
    @Test
    void an_event_stored_before_a_restore_is_not_remembered_for_the_restored_database() {
        var seen = SeenKeysFixtures.seen();
        var before = (UnknownKey) await(seen.look(key("k")));
        sql().execute("TRUNCATE onceward.key");
        var _ = Eventually.value(() -> await(seen.look(key("k"))),
                found -> found instanceof UnknownKey(var database) && !database.equals(before.database()));
        var _ = await(seen.rememberNew(before, memory(key("k"))));
        assertThat(await(seen.look(key("k")))).isInstanceOf(UnknownKey.class);
    }

    @Test
    void a_crash_of_postgresql_changes_the_database_identity() {
        var before = database();
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(database()).isNotEqualTo(before);
    }

    @Test
    void a_clean_restart_of_postgresql_keeps_the_database_identity() {
        var before = database();
        Servers.postgres().stop();
        Servers.postgres().start();
        assertThat(database()).isEqualTo(before);
    }

    @Test
    void a_remembered_key_is_unknown_while_postgresql_is_down_and_known_again_afterwards() {
        var seen = SeenKeysFixtures.seen();
        var _ = await(remember(seen, key("k")));
        Servers.postgres().stop();
        var _ = Eventually.value(() -> await(seen.look(key("k"))), UnknownKey.anywhere()::equals);
        assertThat(seen.isDegraded()).isTrue();
        Servers.postgres().start();
        var _ = Eventually.value(() -> await(seen.look(key("k"))), known(key("k"))::equals);
        assertThat(seen.isDegraded()).isFalse();
    }

    @Test
    void the_first_lookup_of_the_database_identity_does_not_wait_for_postgresql() {
        var identity = new DatabaseIdentity(Servers.pool(), SeenKeysFixtures.LONG, SeenKeysFixtures.LONG);
        assertThat(await(identity.current())).isEmpty();
        assertThat(await(Uni.createFrom().completionStage(identity.ask()))).contains(database());
        assertThat(await(identity.current())).contains(database());
    }

    /// They share one question, and whoever has waited long enough gives it up for nobody else.
    @Test
    void concurrent_lookups_of_the_database_identity_all_end_empty_while_postgresql_hangs() {
        var identity = new DatabaseIdentity(Servers.pool(), Duration.ofSeconds(20), Duration.ofMillis(300));
        assertThat(await(Uni.createFrom().completionStage(identity.ask()))).isPresent();
        try (var _ = PausedProcess.postgres()) {
            var _ = Eventually.value(() -> await(identity.current()), Optional::isEmpty);
            var waiting = Stream.generate(identity::current).limit(50).toList();
            assertThat(await(Uni.join().all(waiting).andFailFast())).hasSize(50).containsOnly(Optional.empty());
        }
    }

    @Test
    void a_schema_without_a_database_identity_leaves_redis_unused() {
        sql().execute("ALTER FUNCTION onceward.database_identity() RENAME TO hidden");
        try {
            var seen = SeenKeysFixtures.seen();
            assertThat(await(seen.look(key("k")))).isEqualTo(UnknownKey.anywhere());
            assertThat(seen.isDegraded()).isTrue();
        } finally {
            sql().execute("ALTER FUNCTION onceward.hidden() RENAME TO database_identity");
        }
    }

    private static SeenKeysFixtures.Config config() {
        return new SeenKeysFixtures.Config(Duration.ofHours(24), Duration.ofSeconds(5), Duration.ZERO, 256, 50);
    }
}
