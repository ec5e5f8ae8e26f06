package dev.onceward.internal.inbox;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.internal.inbox.InboxConfig.AttemptsConfig;

/// Repeats attempts that fail. While PostgreSQL is unreachable it repeats without an end, because that is no fault of
/// the message, which is safe at its broker. A message that fails by itself has a limited number of attempts.
///
/// An attempt whose connection is lost after its effect began may be the fault of either. It counts by itself, up to a
/// larger limit. An outage costs a message one such attempt at most, because the next ones fail before their effect.
public final class RepeatAttempts {
    private static final int LOST_CONNECTIONS = 10;
    private static final int MOST_CONSUMERS = 1_000;

    private final InboxConfig config;
    private final AttemptsConfig retry;
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();

    public RepeatAttempts(InboxConfig config) {
        this.config = config;
        this.retry = config.retry();
    }

    /// @return fails as the last attempt did
    public <R> Uni<R> upToLimit(String consumer, Function<Attempt, Uni<R>> process) {
        return untilPostgresAnswers(consumer, process)
                .onFailure(failure -> !(failure instanceof ConnectionLostTooOften))
                .retry().withBackOff(retry.delay(), retry.cap()).atMost(attempts(consumer) - 1L);
    }

    /// @return fails if the message itself does
    public <R> Uni<R> untilPostgresAnswers(String consumer, Function<Attempt, Uni<R>> process) {
        return repeat(consumer, Math.max(LOST_CONNECTIONS, attempts(consumer)), process);
    }

    /// For several messages, of which one may be the reason.
    ///
    /// @return also fails with the first connection that is lost
    public <R> Uni<R> untilConnectionIsLost(String consumer, Function<Attempt, Uni<R>> process) {
        return repeat(consumer, 1, process);
    }

    private <R> Uni<R> repeat(String consumer, int lostConnections, Function<Attempt, Uni<R>> process) {
        var lost = new AtomicInteger();
        return Uni.createFrom().deferred(() -> once(process, lost, lostConnections))
                .runSubscriptionOn(context())
                .onItem().invoke(() -> answered(consumer))
                .onFailure(PostgresOutage.class).invoke(outage -> failed(consumer, outage))
                .onFailure(PostgresOutage.class).retry().withBackOff(retry.delay(), retry.cap()).indefinitely();
    }

    /// How often the messages of a consumer are tried.
    public int attempts(String consumer) {
        var own = config.consumers().get(consumer);
        return own == null ? retry.attempts() : own.attempts().orElseGet(retry::attempts);
    }

    private static <R> Uni<R> once(Function<Attempt, Uni<R>> process, AtomicInteger lost, int most) {
        var attempt = new Attempt();
        return process.apply(attempt).onFailure().transform(failure -> switch (attempt.failedBy(failure)) {
            case MESSAGE -> failure;
            case POSTGRES -> new PostgresOutage(failure);
            case LOST_CONNECTION -> lost(failure, lost.incrementAndGet(), most);
        });
    }

    private static Throwable lost(Throwable failure, int times, int most) {
        return times < most ? new PostgresOutage(failure) : new ConnectionLostTooOften(times, failure);
    }

    /// Every attempt runs where the first was asked for, and not where a pause ended.
    private static Executor context() {
        var context = Vertx.currentContext();
        return context == null ? Runnable::run : work -> context.runOnContext(_ -> work.run());
    }

    private void failed(String consumer, Throwable outage) {
        if (waiting.size() < MOST_CONSUMERS && waiting.add(consumer)) {
            Log.warnf("the inbox cannot use PostgreSQL, and its messages wait: consumer=%s cause=%s", consumer,
                    outage.getMessage());
        }
    }

    private void answered(String consumer) {
        if (waiting.remove(consumer)) {
            Log.infof("the inbox processes messages again: consumer=%s", consumer);
        }
    }
}
