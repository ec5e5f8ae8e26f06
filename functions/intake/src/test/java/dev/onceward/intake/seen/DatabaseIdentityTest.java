package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.redis.DatabaseIdentity;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.sql.Migrate;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Paused;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.intake.seen.Redises.database;
import static dev.onceward.intake.seen.Redises.key;
import static dev.onceward.intake.seen.Redises.known;
import static dev.onceward.intake.seen.Redises.memory;
import static dev.onceward.intake.seen.Redises.remember;
import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// What Redis remembers is bound to the database whose log holds it.
@OnServers
class DatabaseIdentityTest {

    @Test
    void two_databases_on_one_redis_do_not_answer_for_each_other() {
        Sql.tell("DROP DATABASE IF EXISTS other WITH (FORCE)");
        Sql.tell("CREATE DATABASE other");
        var url = Servers.postgres().url().replaceFirst("/postgres$", "/other");
        Migrate.run(url);
        var pool = pool(url);
        var other = Redises.seen(new SeenCommands(Servers.redisClient(), "standalone"), pool, config(),
                new SimpleMeterRegistry());
        var seen = Redises.seen();
        var _ = await(remember(seen, key("k")));
        assertThat(await(seen.look(key("k")))).isEqualTo(known(key("k")));
        assertThat(await(other.look(key("k")))).isInstanceOf(UnknownKey.class);
        await(pool.close());
    }

    /// As a restore does that fills the tables anew.
    @Test
    void what_redis_remembers_is_forgotten_when_the_keys_of_the_log_are_replaced() {
        var seen = Redises.seen();
        var _ = await(remember(seen, key("k")));
        assertThat(await(seen.look(key("k")))).isEqualTo(known(key("k")));
        Sql.tell("TRUNCATE onceward.key");
        var _ = Eventually.answer(() -> await(seen.look(key("k"))), UnknownKey.class::isInstance);
    }

    /// The event was stored in the database that is gone.
    @Test
    void what_was_stored_before_a_restore_is_not_remembered_for_the_database_after_it() {
        var seen = Redises.seen();
        var before = (UnknownKey) await(seen.look(key("k")));
        Sql.tell("TRUNCATE onceward.key");
        var _ = Eventually.answer(() -> await(seen.look(key("k"))),
                found -> found instanceof UnknownKey(var database) && !database.equals(before.database()));
        var _ = await(seen.remember(before, memory(key("k"))));
        assertThat(await(seen.look(key("k")))).isInstanceOf(UnknownKey.class);
    }

    @Test
    void after_a_crash_the_database_is_another_one_because_commits_may_be_lost() {
        var before = database();
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(database()).isNotEqualTo(before);
    }

    @Test
    void after_a_restart_in_order_the_database_is_the_same() {
        var before = database();
        Servers.postgres().stop();
        Servers.postgres().start();
        assertThat(database()).isEqualTo(before);
    }

    @Test
    void without_postgresql_redis_is_not_asked_and_afterwards_it_is_again() {
        var seen = Redises.seen();
        var _ = await(remember(seen, key("k")));
        Servers.postgres().stop();
        var _ = Eventually.answer(() -> await(seen.look(key("k"))), UnknownKey.anywhere()::equals);
        assertThat(seen.isDegraded()).isTrue();
        Servers.postgres().start();
        var _ = Eventually.answer(() -> await(seen.look(key("k"))), known(key("k"))::equals);
        assertThat(seen.isDegraded()).isFalse();
    }

    @Test
    void the_first_look_of_a_process_does_not_wait_for_the_database() {
        var identity = new DatabaseIdentity(Servers.pool(), Redises.LONG, Redises.LONG);
        assertThat(await(identity.current())).isEmpty();
        assertThat(await(Uni.createFrom().completionStage(identity.ask()))).contains(database());
        assertThat(await(identity.current())).contains(database());
    }

    /// They share one question, and whoever has waited long enough gives it up for nobody else.
    @Test
    void those_who_wait_at_once_for_a_database_that_hangs_all_hear_that_it_is_unknown() {
        var identity = new DatabaseIdentity(Servers.pool(), Duration.ofSeconds(20), Duration.ofMillis(300));
        assertThat(await(Uni.createFrom().completionStage(identity.ask()))).isPresent();
        try (var _ = Paused.postgres()) {
            var _ = Eventually.answer(() -> await(identity.current()), Optional::isEmpty);
            var waiting = Stream.generate(identity::current).limit(50).toList();
            assertThat(await(Uni.join().all(waiting).andFailFast())).hasSize(50).containsOnly(Optional.empty());
        }
    }

    @Test
    void a_schema_without_an_identity_leaves_redis_unused() {
        Sql.tell("ALTER FUNCTION onceward.database_identity() RENAME TO hidden");
        try {
            var seen = Redises.seen();
            assertThat(await(seen.look(key("k")))).isEqualTo(UnknownKey.anywhere());
            assertThat(seen.isDegraded()).isTrue();
        } finally {
            Sql.tell("ALTER FUNCTION onceward.hidden() RENAME TO database_identity");
        }
    }

    private static Redises.Config config() {
        return new Redises.Config(Duration.ofHours(24), Duration.ofSeconds(5), Duration.ZERO, 256);
    }

    private static Pool pool(String url) {
        return Pool.newInstance(PgBuilder.pool().with(new PoolOptions().setMaxSize(2))
                .connectingTo(PgConnectOptions.fromUri(url)).using(Servers.vertx().getDelegate()).build());
    }
}
