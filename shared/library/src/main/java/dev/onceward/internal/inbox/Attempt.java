package dev.onceward.internal.inbox;

import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.pgclient.PgException;

/// One attempt to process messages in a transaction. It finds out whether a failure is that of a message, or of
/// PostgreSQL. Where the connection was lost after the effect began, it may be either.
public final class Attempt {
    private volatile Stage stage = Stage.BEFORE_EFFECT;

    private enum Stage {
        BEFORE_EFFECT, IN_EFFECT, EFFECT_FAILED, CONNECTION_LOST, AFTER_EFFECT
    }

    enum FailedBy {
        MESSAGE, LOST_CONNECTION, POSTGRES
    }

    /// Runs the effect of a message. If it fails, the connection is asked whether it still works: the failure itself
    /// does not always say so, because an effect may wrap what it got, and may have connections to others.
    public <T> Uni<T> effect(SqlConnection transaction, Supplier<Uni<T>> effect) {
        stage = Stage.IN_EFFECT;
        return Uni.createFrom().deferred(effect::get)
                .onItem().invoke(() -> stage = Stage.AFTER_EFFECT)
                .onFailure().call(() -> lookAtConnection(transaction));
    }

    /// Whose failure it is. An effect that is under way when the time is over is one that takes too long.
    FailedBy failedBy(Throwable failure) {
        return switch (stage) {
            case BEFORE_EFFECT -> FailedBy.POSTGRES;
            case IN_EFFECT -> FailedBy.MESSAGE;
            case CONNECTION_LOST -> FailedBy.LOST_CONNECTION;
            case EFFECT_FAILED -> refusedBy(failure);
            case AFTER_EFFECT -> !(failure instanceof PgException) || TransientFailure.endsConnection(failure)
                    ? FailedBy.LOST_CONNECTION
                    : refusedBy(failure);
        };
    }

    private static FailedBy refusedBy(Throwable failure) {
        return TransientFailure.isCauseOf(failure) ? FailedBy.POSTGRES : FailedBy.MESSAGE;
    }

    /// PostgreSQL refuses every statement after one has failed, which is an answer too.
    private Uni<Void> lookAtConnection(SqlConnection transaction) {
        stage = Stage.AFTER_EFFECT;
        return transaction.query("SELECT 1").execute().replaceWithVoid()
                .onItem().invoke(() -> stage = Stage.EFFECT_FAILED)
                .onFailure().invoke(failure -> stage = failure instanceof PgException
                        && !TransientFailure.isCauseOf(failure) ? Stage.EFFECT_FAILED : Stage.CONNECTION_LOST)
                .onFailure().recoverWithNull();
    }
}
