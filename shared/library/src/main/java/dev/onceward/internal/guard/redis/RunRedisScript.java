package dev.onceward.internal.guard.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

import io.quarkus.logging.Log;
import io.vertx.core.Future;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.AtMostEvery;
import dev.onceward.internal.redis.RedisScript;

/// Runs scripts in Redis within a time limit. After a failure Redis is not asked for a while, so that not every call waits
/// for it. The time is that of this process.
public final class RunRedisScript {
    private static final Duration BETWEEN_LINES = Duration.ofMinutes(1);

    private final Optional<Redis> redis;
    private final boolean isCluster;
    private final Duration timeout;
    private final AtMostEvery asking;
    private final AtMostEvery logging = new AtMostEvery(BETWEEN_LINES);
    private volatile boolean isAway;

    /// @param redis empty if the application has configured none
    /// @param isCluster whether the entries are on several nodes
    /// @param pause how long Redis is not asked after a failure
    public RunRedisScript(Optional<Redis> redis, boolean isCluster, Duration timeout, Duration pause) {
        this.redis = redis;
        this.isCluster = isCluster;
        this.timeout = timeout;
        this.asking = new AtMostEvery(pause);
    }

    boolean isCluster() {
        return isCluster;
    }

    public boolean isToBeAsked() {
        return redis.isPresent() && (!isAway || asking.isDue());
    }

    /// @param arguments adds the number of keys, the keys and the arguments to a command
    Future<Response> run(RedisScript script, UnaryOperator<Request> arguments) {
        return isToBeAsked()
                ? answer(script, arguments)
                : Future.failedFuture(new NoAnswer());
    }

    /// The timer is one of the event loop, which never blocks.
    private Future<Response> answer(RedisScript script, UnaryOperator<Request> arguments) {
        return script.run(redis.orElseThrow().getDelegate()::send, arguments)
                .timeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
                .recover(failure -> Future.failedFuture(reason(failure)))
                .andThen(asked -> remember(asked.cause()));
    }

    private static Throwable reason(Throwable failure) {
        return switch (failure) {
            case ConnectionPoolTooBusyException busy -> new TooManyWait(busy.getMessage());
            case TimeoutException _ -> new NoAnswer();
            default -> failure;
        };
    }

    /// An error with which Redis answers is no reason not to ask it again. A request that was not sent tells nothing about Redis.
    private void remember(@Nullable Throwable failure) {
        if (failure instanceof TooManyWait) {
            log(failure);
            return;
        }
        isAway = failure != null && !(failure instanceof ErrorType);
        if (failure != null) {
            asking.happensNow();
            log(failure);
        }
    }

    private void log(Throwable failure) {
        if (logging.tryNow()) {
            Log.warnf("a guard gets no answer from Redis: cause=%s", failure.toString());
        }
    }

    /// Redis was not asked, because too many requests wait for a connection. It may be well, and have the key.
    public static final class TooManyWait extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooManyWait(@Nullable String limit) {
            super("too many requests wait for Redis: " + limit, null, false, false);
        }
    }

    /// Redis took too long, is not configured, or was not asked because it failed a moment ago.
    static final class NoAnswer extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoAnswer() {
            super("Redis does not answer", null, false, false);
        }
    }
}
