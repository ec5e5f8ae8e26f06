package dev.onceward.relay.run;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.internal.wake.WakeRelay;
import dev.onceward.runtime.outage.LostConnections;

/// Listens on Redis for the topics of new events and wakes the loops that want them. Without Redis the loops poll, so
/// events are delivered a little later.
@Singleton
final class WakeLoops {
    private static final long AGAIN_MILLIS = 1000;
    /// How often the subscription is repeated: more often than an idle connection is closed.
    private static final long SIGN_OF_LIFE_MILLIS = 2000;

    private final Redis redis;
    private final Vertx vertx;
    private final RunLoops loops;
    private final LostConnections lost;
    private final Counter wakeups;
    private final RepeatedFailures streak = new RepeatedFailures();
    private volatile boolean ending;
    private volatile @Nullable RedisConnection connection;

    WakeLoops(Redis redis, Vertx vertx, RunLoops loops, LostConnections lost, MeterRegistry registry) {
        this.redis = redis;
        this.vertx = vertx;
        this.loops = loops;
        this.lost = lost;
        this.wakeups = Counter.builder("onceward.relay.wakeups")
                .description("Announcements of new events that came over Redis")
                .register(registry);
    }

    void start(@Observes @Priority(RunLoops.LAST) StartupEvent start) {
        if (loops.isOn()) {
            connect();
        }
    }

    void end(@Observes ShutdownEvent end) {
        ending = true;
        var open = connection;
        if (open != null) {
            var _ = open.close();
        }
    }

    private void connect() {
        var _ = redis.getDelegate().connect().onFailure(this::again).onSuccess(this::listen);
    }

    private void listen(RedisConnection open) {
        connection = open;
        open.handler(message -> take(open, message));
        open.exceptionHandler(this::broken);
        open.endHandler(_ -> again(new IllegalStateException("the connection has ended")));
        subscribe(open);
        var _ = vertx.setPeriodic(SIGN_OF_LIFE_MILLIS, timer -> showLife(open, timer));
    }

    /// Subscribes again. Redis confirms a subscription also if it exists, so this shows that the connection is alive
    /// and keeps it from being closed as idle. PING cannot be used: the client would take the next published message as
    /// its reply, and the message would be lost.
    private static void subscribe(RedisConnection open) {
        var _ = open.send(Request.cmd(Command.SUBSCRIBE).arg(WakeRelay.CHANNEL)).onFailure(_ -> open.close());
    }

    private void showLife(RedisConnection open, long timer) {
        if (ending || !open.equals(connection)) {
            var _ = vertx.cancelTimer(timer);
        } else {
            subscribe(open);
        }
    }

    private void take(RedisConnection open, @Nullable Response message) {
        if (message == null || message.type() == ResponseType.ERROR) {
            begins("Redis refused to subscribe: " + message);
            var _ = open.close();
        } else if (isOf("message", message)) {
            wakeups.increment();
            loops.call(message.get(2).toString());
        } else if (isOf("subscribe", message) && streak.succeeded()) {
            Log.info("the relay listens to Redis again");
        }
    }

    private static boolean isOf(String kind, Response message) {
        return (message.type() == ResponseType.PUSH || message.type() == ResponseType.MULTI) && message.size() == 3
                && kind.equals(message.get(0).toString());
    }

    /// Only logs the failure, because the handler of the connection's end is called as well.
    private void broken(Throwable cause) {
        lost.redis();
        begins(cause.toString());
    }

    private void again(Throwable cause) {
        connection = null;
        if (!ending) {
            begins(cause.toString());
            var _ = vertx.setTimer(AGAIN_MILLIS, _ -> connect());
        }
    }

    private void begins(String cause) {
        if (streak.failed()) {
            Log.warnf("Redis is unavailable, so the relay polls the log for new events: cause=%s", cause);
        }
    }
}
