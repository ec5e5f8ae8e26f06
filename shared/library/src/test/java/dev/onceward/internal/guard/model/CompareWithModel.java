package dev.onceward.internal.guard.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.GuardedKey;
import dev.onceward.internal.guard.postgres.PostgresGuardStore;
import dev.onceward.internal.guard.redis.EntryName;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;

/// Compares the real store with the model, each interleaving with a key of its own.
final class CompareWithModel {
    private static final String IDENTITY = "SELECT onceward.guard_identity()";
    private static final Duration LONG = Duration.ofHours(1);
    private static final Pool POOL = newPool("origin");
    /// Runs no triggers: what it does happens by itself with time, and no operator does it.
    private static final Pool PAST = newPool("replica");

    private final Mistake mistake;
    private final PostgresGuardStore postgres;
    private final DatabaseIdentity identity = new DatabaseIdentity(POOL, IDENTITY);
    private final String owner = await(identity.known()).orElseThrow();
    private final AtomicLong keys = new AtomicLong();

    CompareWithModel(Mistake mistake) {
        this.mistake = mistake;
        MistakenFunctions.create(mistake);
        postgres = new PostgresGuardStore(MistakenPool.of(POOL, MistakenFunctions::calling));
    }

    /// Without the wait for the disk, which nothing here is about.
    private static Pool newPool(String triggers) {
        return Pool.newInstance(PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(8))
                .connectingTo(PgConnectOptions.fromUri(Servers.postgres().url()).setCachePreparedStatements(true)
                        .addProperty("synchronous_commit", "off").addProperty("session_replication_role", triggers))
                .using(Servers.vertx().getDelegate())
                .build());
    }

    /// Returns where the store does not do what the model does.
    Optional<String> deviation(Interleaving interleaving) {
        var key = "order-%d".formatted(keys.incrementAndGet());
        var guarded = new GuardedKey("model", "", key);
        var name = new EntryName(owner, "op1", guarded.parts()).inRedis();
        var stores = new KeyInStores(PAST, Servers.redisClient(), key, name);
        return new PlayInterleaving(interleaving, stores, body -> request(guarded, body, interleaving.hold()),
                () -> new RealCall(postgres, Servers.redisClient(), identity, mistake::in)).deviation();
    }

    private static ClaimRequest request(GuardedKey key, String body, boolean hold) {
        return new ClaimRequest(key, Fingerprint.of(List.of(body)), Optional.empty(), LONG, LONG, hold, 1000,
                Optional.empty());
    }
}
