package dev.onceward.internal.inbox;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.internal.inbox.InboxConfig.AttemptsConfig;

/// Repeats attempts that fail. While PostgreSQL is unreachable it repeats without an end, because that is no fault of
/// the message, which is safe at its broker. A message that fails by itself has a limited number of attempts.
public final class RepeatAttempts {
    private final InboxConfig config;
    private final AttemptsConfig retry;
    private final AtomicBoolean isOutage = new AtomicBoolean();

    public RepeatAttempts(InboxConfig config) {
        this.config = config;
        this.retry = config.retry();
    }

    /// @return fails as the last attempt did
    public <R> Uni<R> upToLimit(String consumer, Function<Attempt, Uni<R>> process) {
        return untilPostgresAnswers(consumer, process)
                .onFailure().retry().withBackOff(retry.delay(), retry.cap()).atMost(attempts(consumer) - 1L);
    }

    /// @return fails if the message itself does
    public <R> Uni<R> untilPostgresAnswers(String consumer, Function<Attempt, Uni<R>> process) {
        return Uni.createFrom().deferred(() -> once(new Attempt(), process))
                .runSubscriptionOn(context())
                .onItem().invoke(() -> answered(consumer))
                .onFailure(PostgresOutage.class).invoke(outage -> failed(consumer, outage))
                .onFailure(PostgresOutage.class).retry().withBackOff(retry.delay(), retry.cap()).indefinitely();
    }

    /// How often the messages of a consumer are tried.
    public int attempts(String consumer) {
        var own = config.consumers().get(consumer);
        return Math.max(1, own == null ? retry.attempts() : own.attempts().orElseGet(retry::attempts));
    }

    private static <R> Uni<R> once(Attempt attempt, Function<Attempt, Uni<R>> process) {
        return process.apply(attempt).onFailure(attempt::isOutage).transform(PostgresOutage::new);
    }

    /// Every attempt runs where the first was asked for, and not where a pause ended.
    private static Executor context() {
        var context = Vertx.currentContext();
        return context == null ? Runnable::run : work -> context.runOnContext(_ -> work.run());
    }

    private void failed(String consumer, Throwable outage) {
        if (isOutage.compareAndSet(false, true)) {
            Log.warnf("the inbox cannot use PostgreSQL, and its messages wait: consumer=%s cause=%s", consumer,
                    outage.getMessage());
        }
    }

    private void answered(String consumer) {
        if (isOutage.compareAndSet(true, false)) {
            Log.infof("the inbox processes messages again: consumer=%s", consumer);
        }
    }
}
