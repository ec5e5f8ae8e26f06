package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.Shard;
import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.progress.RelayStores;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Discard;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;

/// Workers for the subscription `books`, and events for them.
public final class LogFixture {
    private LogFixture() {}

    /// From the earliest event on, each for itself, sixteen at a time.
    public static Subscription books() {
        return new Subscription("books", EventFilter.ALL, new Discard(), false, true, 16, Duration.ofSeconds(20),
                new Retry(3, Duration.ofMillis(1), Duration.ofMillis(1)), true, false);
    }

    public static Subscription ordered() {
        var books = books();
        return new Subscription(books.name(), books.wanted(), books.target(), true, true, 16, books.timeout(),
                books.retry(), true, false);
    }

    public static RelayStores stores() {
        return RelayStores.on(Servers.pool(), Duration.ofSeconds(20), UUID.randomUUID());
    }

    public static SubscriptionWorker worker(Subscription subscription, Sink sink) {
        return worker(subscription, sink, new FixtureWorkerConfig());
    }

    public static SubscriptionWorker worker(Subscription subscription, Sink sink, WorkerConfig config) {
        return new CreateWorker(stores(), config, new RelayMetrics(new SimpleMeterRegistry())).of(subscription, sink);
    }

    /// Round after round, until one says that there is no more.
    static List<RoundResult> drain(SubscriptionWorker worker) {
        var rounds = new ArrayList<RoundResult>();
        do {
            rounds.add(await(worker.round()));
        } while (rounds.getLast().more());
        return rounds;
    }

    /// With all that is parked due at once, until a few rounds did nothing.
    static void drainDue(SubscriptionWorker worker) {
        for (var quiet = 0; quiet < 30;) {
            makeDue();
            quiet = await(worker.round()).more() ? 0 : quiet + 1;
            LockSupport.parkNanos(5_000_000);
        }
    }

    public static UUID append(@Nullable String key) {
        return append(key, "orders");
    }

    public static UUID append(@Nullable String key, String topic) {
        var id = UUID.randomUUID();
        sql().execute("""
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                VALUES (%d, '%s', 'shop', '%s', %s, '{}', 'body')
                """.formatted(Shard.of(key, id), id, topic, key == null ? "NULL" : "'" + key + "'"));
        return id;
    }

    public static List<UUID> append(int many) {
        return IntStream.range(0, many).mapToObj(_ -> append((String) null)).toList();
    }

    /// Many at once, in the order of their numbers, which are their types.
    static void fill(int many, String topic) {
        sql().execute("""
                INSERT INTO onceward.event (shard, id, source, topic, type, headers, body)
                SELECT n %% 16, gen_random_uuid(), 'shop', '%s', n::text, '{}', 'body' FROM generate_series(1, %d) AS n
                """.formatted(topic, many));
    }

    static void expireLeases() {
        sql().execute("UPDATE onceward.cursor SET lease_until = now() - interval '1 second'");
        sql().execute("UPDATE onceward.relay_instance SET alive_until = now() - interval '1 second'");
    }

    /// All that waits is due.
    static void makeDue() {
        sql().execute("UPDATE onceward.parked SET next_at = now() - interval '1 second' WHERE state <> 'in_flight'");
    }

    /// Of the transactions that wrote what is there of a table.
    static String newest(String table) {
        return sql().query("SELECT max(xmin::text::bigint) FROM onceward." + table);
    }

    public static String state(UUID event) {
        return sql().query("SELECT state FROM onceward.parked WHERE event_id = '%s'".formatted(event));
    }

    public static long parked() {
        return sql().count("parked");
    }

    /// Pages that are short, and a lease that no test waits for.
    public record FixtureWorkerConfig(Duration lease, Duration pageTime, int pageEvents,
            int breakerFailures) implements WorkerConfig {

        public FixtureWorkerConfig() {
            this(Duration.ofMinutes(5), Duration.ofMillis(150), 500, 1_000_000);
        }

        @Override
        public Duration pollFastest() {
            return Duration.ofMillis(1);
        }

        @Override
        public Duration pollSlowest() {
            return Duration.ofMillis(100);
        }

        @Override
        public Duration breakerPause() {
            return Duration.ofMillis(1);
        }
    }
}
