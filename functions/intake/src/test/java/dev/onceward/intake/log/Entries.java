package dev.onceward.intake.log;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Entries as a test needs them, each with an id of its own.
public final class Entries {
    static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration RETENTION = Duration.ofHours(1);

    private Entries() {}

    public static EventLog log(Pool pool) {
        return new EventLog(pool, new BatchLimits(64, 1_000_000, new ParallelFlushes(4, 64), 10_000, 100_000_000),
                PATIENCE);
    }

    static AppendBatch append(Pool pool) {
        return new AppendBatch(new LogStatements(pool, PATIENCE), _ -> {});
    }

    public static NewEvent keyed(String key) {
        return keyed(key, "body of " + key);
    }

    public static NewEvent keyed(String key, String body) {
        return entry(new Key("orders", key), body, "paid", Map.of("x-shop", "1"), RETENTION);
    }

    static NewEvent unkeyed() {
        return entry(null, "body", "paid", Map.of(), RETENTION);
    }

    public static NewEvent forever(String key) {
        return entry(new Key("orders", key), "body", "paid", Map.of(), null);
    }

    static NewEvent typed(@Nullable String key, @Nullable String type) {
        return entry(key == null ? null : new Key("orders", key), "body", type, Map.of(), RETENTION);
    }

    static NewEvent with(String key, Map<String, String> headers) {
        return entry(new Key("orders", key), "body", "paid", headers, RETENTION);
    }

    /// Of the keys `from` to `to` inclusive, in this order, which may be downwards.
    static List<NewEvent> range(int from, int to) {
        var step = from <= to ? 1 : -1;
        return IntStream.rangeClosed(0, Math.abs(to - from)).mapToObj(n -> keyed("k" + (from + n * step))).toList();
    }

    /// All at once, each as a request of its own.
    public static Uni<List<AppendOutcome>> together(List<Uni<AppendOutcome>> appends) {
        return Uni.join().all(appends).andFailFast();
    }

    private static NewEvent entry(@Nullable Key key, String body, @Nullable String type, Map<String, String> headers,
            @Nullable Duration retention) {
        var bytes = Buffer.buffer(body);
        return new NewEvent(EventId.next(Clock.systemUTC()), "shop", "orders", type, "customer-7", headers, bytes,
                EventTrace.NONE, key, Fingerprint.of(body.getBytes(UTF_8)), retention);
    }
}
