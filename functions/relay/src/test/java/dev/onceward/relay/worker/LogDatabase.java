package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.embedded.Backends;
import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.progress.RelayStores;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.testing.servers.Servers.await;

/// An empty database in a PostgreSQL cluster, as a test of what happens between two clusters needs it.
final class LogDatabase implements AutoCloseable {
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final String url;
    private final Sql sql;
    private final Pool pool;

    private LogDatabase(String url) {
        this.url = url;
        this.sql = Sql.at(url);
        this.pool = Servers.newPool(url, 8);
    }

    static LogDatabase in(Backends cluster) {
        var name = "restored" + COUNTER.incrementAndGet();
        Sql.of(cluster.postgres()).execute("CREATE DATABASE " + name);
        return new LogDatabase(cluster.postgres().url().replaceFirst("/postgres$", "/" + name));
    }

    Sql sql() {
        return sql;
    }

    String url() {
        return url;
    }

    SubscriptionWorker worker(Subscription subscription, ScriptedReceiver receiver, MeterRegistry registry) {
        return worker(subscription, receiver, registry, 500);
    }

    SubscriptionWorker worker(Subscription subscription, ScriptedReceiver receiver, MeterRegistry registry,
            int pageEvents) {
        var settings = new LogFixture.FixtureWorkerConfig(Duration.ofMinutes(5), Duration.ofSeconds(5), pageEvents,
                1_000_000);
        return new CreateWorker(stores(), settings, new RelayMetrics(registry)).of(subscription, receiver);
    }

    RelayStores stores() {
        return RelayStores.on(pool, Duration.ofSeconds(20), UUID.randomUUID());
    }

    UUID append() {
        var id = UUID.randomUUID();
        sql.execute("""
                INSERT INTO onceward.event (shard, id, source, topic, headers, body)
                VALUES (%d, '%s', 'shop', 'orders', '{}', 'body')
                """.formatted(Math.floorMod(id.hashCode(), 16), id));
        return id;
    }

    List<UUID> append(int many) {
        return IntStream.range(0, many).mapToObj(_ -> append()).toList();
    }

    /// In one transaction.
    List<UUID> appendAtOnce(int many) {
        sql.execute("""
                INSERT INTO onceward.event (shard, id, source, topic, headers, body)
                SELECT n %% 16, gen_random_uuid(), 'shop', 'orders', '{}', 'body' FROM generate_series(1, %d) AS n
                """.formatted(many));
        return ids("true");
    }

    /// @param condition in SQL, with an order if that matters
    List<UUID> ids(String condition) {
        var ids = sql.query("SELECT string_agg(id::text, ',') FROM (SELECT id FROM onceward.event WHERE %s) AS found"
                .formatted(condition));
        return Stream.of(ids.split(",", -1)).map(UUID::fromString).toList();
    }

    void recordEdge() {
        sql.execute("SELECT onceward.record_edge(interval '0')");
    }

    /// The transaction id that comes next.
    long upcoming() {
        return sql.number("SELECT pg_snapshot_xmax(pg_current_snapshot())::text");
    }

    /// As a cluster that has been in use for longer.
    void useTransactions(long many) {
        sql.execute("""
                DO $$
                BEGIN
                    PERFORM set_config('synchronous_commit', 'off', false);
                    FOR n IN 1..%d LOOP
                        PERFORM pg_current_xact_id();
                        COMMIT;
                    END LOOP;
                END $$
                """.formatted(many));
    }

    @Override
    public void close() {
        await(pool.close());
    }
}
