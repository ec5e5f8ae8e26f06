package dev.onceward.relay;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import org.jspecify.annotations.Nullable;

import dev.onceward.wake.Announce;

/// Listens for topics that are announced and wakes the loops that want them. Without Redis they look by themselves, a little later.
@Singleton
final class WakeUp {
    private static final long AGAIN_MILLIS = 1000;
    /// Keeps the connection from looking idle, and shows that it is there.
    private static final long PING_MILLIS = 2000;

    private final Redis redis;
    private final Vertx vertx;
    private final RoutineLoops loops;
    private volatile boolean ending;
    private volatile @Nullable RedisConnection connection;

    WakeUp(Redis redis, Vertx vertx, RoutineLoops loops) {
        this.redis = redis;
        this.vertx = vertx;
        this.loops = loops;
    }

    void start(@Observes @Priority(RoutineLoops.LAST) StartupEvent start) {
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
        var _ = redis.getDelegate().connect().onFailure(_ -> again()).onSuccess(this::listen);
    }

    private void listen(RedisConnection open) {
        connection = open;
        open.handler(message -> {
            if (message.size() == 3 && message.get(0).toString().equals("message")) {
                loops.call(message.get(2).toString());
            }
        });
        open.endHandler(_ -> again());
        open.exceptionHandler(_ -> {});
        var _ = open.send(Request.cmd(Command.SUBSCRIBE).arg(Announce.CHANNEL)).onFailure(_ -> open.close());
        var _ = vertx.setPeriodic(PING_MILLIS, timer -> ping(open, timer));
    }

    private void ping(RedisConnection open, long timer) {
        if (ending || !open.equals(connection)) {
            var _ = vertx.cancelTimer(timer);
        } else {
            var _ = open.send(Request.cmd(Command.PING)).onFailure(_ -> open.close());
        }
    }

    private void again() {
        connection = null;
        if (!ending) {
            var _ = vertx.setTimer(AGAIN_MILLIS, _ -> connect());
        }
    }
}
