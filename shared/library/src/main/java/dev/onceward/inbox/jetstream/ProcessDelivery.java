package dev.onceward.inbox.jetstream;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

import io.nats.client.Message;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.Inbox;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.RepeatAttempts;

/// Runs the effect of a delivery, once for each delivery. While PostgreSQL is unreachable it goes on trying.
final class ProcessDelivery {
    private final Inbox inbox;
    private final InboxConfig config;
    private final String consumer;
    private final BiFunction<SqlConnection, Message, Uni<?>> effect;
    private final RepeatAttempts repeatAttempts;

    ProcessDelivery(Inbox inbox, InboxConfig config, String consumer,
            BiFunction<SqlConnection, Message, Uni<?>> effect) {
        this.inbox = inbox;
        this.config = config;
        this.consumer = consumer;
        this.effect = effect;
        this.repeatAttempts = new RepeatAttempts(config);
    }

    /// @return the failure of the message, if it failed
    CompletableFuture<Optional<Throwable>> start(String id, Message message) {
        return repeatAttempts.untilPostgresAnswers(consumer, attempt -> inbox.once(consumer, id,
                transaction -> attempt.effect(transaction,
                        () -> effect.apply(transaction, message).replaceWithVoid())))
                .replaceWith(Optional.<Throwable>empty())
                .onFailure().recoverWithItem(Optional::of)
                .subscribeAsCompletionStage();
    }

    String consumer() {
        return consumer;
    }

    int attempts() {
        return repeatAttempts.attempts(consumer);
    }

    /// The pause before the next delivery of a message that failed.
    long pauseMillis(int failures) {
        var retry = config.retry();
        return Math.min(retry.cap().toMillis(), retry.delay().toMillis() << Math.min(failures - 1, 20));
    }
}
