package dev.onceward.inbox;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.InboxRetention;
import dev.onceward.internal.key.RequiredText;
import dev.onceward.internal.postgres.Database;

/// Processes each message of a broker once, however often it is delivered. What the effect of a message writes, the
/// mark that the message was processed, and the events that the effect puts into the outbox are one transaction.
/// Acknowledge a message after its result has come: if the process dies before that, the message is delivered again and
/// its mark is found.
///
/// A consumer is the name of what processes the messages, such as `ledger`. Two consumers process the same message
/// independently. An effect uses the connection that it gets, and neither closes it nor ends its transaction: what it
/// writes over another connection is not part of the transaction.
@DefaultBean
@Singleton
public final class Inbox {
    private final Database database;
    private final InboxConfig config;

    Inbox(Pool pool, InboxConfig config) {
        this.database = new Database(pool, config.timeout());
        this.config = config;
    }

    /// Processes a message in a transaction of its own. If another delivery of the message is being processed, this one
    /// waits for its end, and runs the effect only if the other was rolled back.
    ///
    /// @param messageId the same for each delivery of the message, and another one for each other message of the
    ///         consumer
    /// @return fails with the failure of the effect, and then nothing is committed; also fails if it is unknown whether
    ///         the transaction was committed: the next delivery of the message finds that out
    public <T> Uni<InboxResult<T>> once(String consumer, String messageId, Function<SqlConnection, Uni<T>> effect) {
        return Uni.createFrom().deferred(() -> process(marks(consumer), checkedId(messageId), effect));
    }

    /// Processes a batch of messages in one transaction, one after the other. A message whose effect fails, or whose id
    /// is unusable, has the result [InboxResult.NotProcessed], and the others are committed. Of several messages with
    /// one id, the first is processed.
    ///
    /// If an effect fails, all of them are rolled back and run a second time. What they do outside of the transaction,
    /// such as a call over HTTP, is then done twice.
    ///
    /// @return the results in the order of the messages; fails if the transaction is not committed as a whole
    public <M, T> Uni<List<InboxResult<T>>> onceForEach(String consumer, List<M> messages, Function<M, String> id,
            BiFunction<SqlConnection, M, Uni<T>> effect) {
        return messages.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.createFrom().deferred(
                        () -> processEach(marks(consumer), BatchMessage.all(messages, id), effect));
    }

    private <T> Uni<InboxResult<T>> process(Marks marks, String id, Function<SqlConnection, Uni<T>> effect) {
        return new CommitWithMarks<InboxResult<T>>(database, marks)
                .run(List.of(id), (transaction, marked) -> runIfNew(marked, transaction, effect));
    }

    private <M, T> Uni<List<InboxResult<T>>> processEach(Marks marks, List<BatchMessage<M>> messages,
            BiFunction<SqlConnection, M, Uni<T>> effect) {
        return new CommitWithMarks<List<InboxResult<T>>>(database, marks)
                .run(BatchMessage.usableIds(messages), new ProcessBatch<>(marks, messages, effect)::run);
    }

    private static <T> Uni<InboxResult<T>> runIfNew(Set<String> marked, SqlConnection transaction,
            Function<SqlConnection, Uni<T>> effect) {
        return marked.isEmpty()
                ? Uni.createFrom().item(new AlreadyProcessed<>())
                : effect.apply(transaction).map(Processed::new);
    }

    private Marks marks(String consumer) {
        var name = RequiredText.checked("name of the consumer", consumer);
        return new Marks(name, InboxRetention.of(config, name));
    }

    private static String checkedId(String messageId) {
        return RequiredText.checked("message id", messageId);
    }
}
