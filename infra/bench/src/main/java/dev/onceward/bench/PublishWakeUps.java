package dev.onceward.bench;

import java.util.concurrent.TimeUnit;

import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;

import dev.onceward.internal.wake.WakeRelay;

/// Tells relays over Redis that something was appended, as [WakeRelay] does: at most once in 20 ms.
final class PublishWakeUps implements AutoCloseable {
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Redis redis;
    private long last = System.nanoTime() - QUIET_NANOS;

    PublishWakeUps(Vertx vertx, String url) {
        this.redis = Redis.createClient(vertx, url);
    }

    /// On one event loop.
    void appended() {
        var now = System.nanoTime();
        if (now - last >= QUIET_NANOS) {
            last = now;
            var _ = redis.send(Request.cmd(Command.PUBLISH).arg(WakeRelay.CHANNEL).arg("bench"));
        }
    }

    @Override
    public void close() {
        redis.close();
    }
}
