package dev.onceward.internal.wake;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.InjectableInstance;
import io.vertx.core.Vertx;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.internal.postgres.Database;

/// Tells relays that a topic has new events: by a message over Redis, so that a waiting relay reads at once; by a call
/// of a relay that runs on demand; and by an edge that is recorded in the log, so that a backlog is read in the order
/// of its commits. Events are delivered without all three, only later, so no caller waits for them and their failures
/// are not logged.
@DefaultBean
@Singleton
public final class WakeRelay {
    public static final String CHANNEL = "i9y:wake";

    private static final long RECORD_AFTER_MILLIS = 200;
    private static final Duration RECORD_PATIENCE = Duration.ofSeconds(2);
    /// A relay that was woken reads again after this time, so events in between need no message.
    public static final Duration QUIET = Duration.ofMillis(5);
    private static final String RECORD_EDGE = "SELECT onceward.record_edge(interval '200 milliseconds')";

    private final Database database;
    private final Optional<Redis> redis;
    private final Vertx vertx;
    private final WakeRelayOverHttp wakeRelayOverHttp;
    private final AtomicBoolean isRecording = new AtomicBoolean();
    private final Map<String, AtMostEvery> announcements = new ConcurrentHashMap<>();

    /// @param redis exists if the application has configured it; without Redis relays poll and are a little later
    @Inject
    WakeRelay(Pool pool, InjectableInstance<Redis> redis, Vertx vertx, WakeRelayOverHttp wakeRelayOverHttp) {
        this(pool, redis.listActive().stream().findFirst(), vertx, wakeRelayOverHttp);
    }

    WakeRelay(Pool pool, Optional<Redis> redis, Vertx vertx, WakeRelayOverHttp wakeRelayOverHttp) {
        this.database = new Database(pool, RECORD_PATIENCE);
        this.redis = redis;
        this.vertx = vertx;
        this.wakeRelayOverHttp = wakeRelayOverHttp;
    }

    /// Announces an event that is committed, or soon will be.
    public void appended(String topic) {
        wakeRelayOverHttp.appended();
        if (!isRecording.get() && isRecording.compareAndSet(false, true)) {
            var _ = vertx.setTimer(RECORD_AFTER_MILLIS, _ -> recordEdge());
        }
        if (announcements.computeIfAbsent(topic, _ -> new AtMostEvery(QUIET)).tryNow()) {
            redis.ifPresent(server -> publish(server, topic));
        }
    }

    private static void publish(Redis server, String topic) {
        var _ = server.getDelegate().send(Request.cmd(Command.PUBLISH).arg(CHANNEL).arg(topic));
    }

    private void recordEdge() {
        isRecording.set(false);
        var _ = database.query(RECORD_EDGE).subscribeAsCompletionStage();
    }
}
