package dev.onceward.inbox;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.inbox.InboxResult.Processed;

/// Processes the messages of a batch one after the other. Each has a savepoint, so that one that fails takes nothing of
/// the others with it.
final class ProcessBatch<M, T> {
    private static final String SAVEPOINT = "SAVEPOINT onceward_message";
    /// Fails if a statement has failed and the effect went on as if nothing had happened.
    private static final String RELEASE = "RELEASE SAVEPOINT onceward_message";
    private static final String ROLLBACK = "ROLLBACK TO SAVEPOINT onceward_message; RELEASE SAVEPOINT onceward_message";

    private final Marks marks;
    private final List<BatchMessage<M>> messages;
    private final BiFunction<SqlConnection, M, Uni<T>> effect;
    private final Set<String> toProcess = new HashSet<>();
    private final Map<String, Throwable> failures = new HashMap<>();

    ProcessBatch(Marks marks, List<BatchMessage<M>> messages, BiFunction<SqlConnection, M, Uni<T>> effect) {
        this.marks = marks;
        this.messages = messages;
        this.effect = effect;
    }

    /// Returns the results in the order of the messages.
    Uni<List<InboxResult<T>>> run(SqlConnection transaction) {
        return marks.mark(transaction, BatchMessage.usableIds(messages))
                .onItem().invoke(toProcess::addAll)
                .onItem().transformToUni(_ -> processEach(transaction))
                .onItem().call(() -> marks.unmark(transaction, failures.keySet()));
    }

    private Uni<List<InboxResult<T>>> processEach(SqlConnection transaction) {
        return Multi.createFrom().iterable(messages)
                .onItem().transformToUniAndConcatenate(message -> process(transaction, message))
                .collect().asList();
    }

    private Uni<InboxResult<T>> process(SqlConnection transaction, BatchMessage<M> message) {
        var problem = message.problem();
        if (problem.isPresent()) {
            return Uni.createFrom().item(new NotProcessed<>(new IllegalArgumentException(problem.get())));
        }
        return toProcess.remove(message.id())
                ? runEffect(transaction, message)
                : Uni.createFrom().item(processedBefore(message));
    }

    private Uni<InboxResult<T>> runEffect(SqlConnection transaction, BatchMessage<M> message) {
        return transaction.query(SAVEPOINT).execute()
                .onItem().transformToUni(_ -> effect.apply(transaction, message.message()))
                .onItem().<InboxResult<T>>transform(Processed::new)
                .onItem().call(() -> transaction.query(RELEASE).execute())
                .onFailure().recoverWithUni(cause -> rollBack(transaction, message, cause));
    }

    /// Where the rollback fails too, the connection is lost and the whole batch fails.
    private Uni<InboxResult<T>> rollBack(SqlConnection transaction, BatchMessage<M> message, Throwable cause) {
        var _ = failures.put(message.id(), cause);
        return transaction.query(ROLLBACK).execute()
                .onFailure().transform(_ -> cause)
                .replaceWith(new NotProcessed<>(cause));
    }

    /// A message that stands in the batch twice fails twice, because neither of them may be acknowledged.
    private InboxResult<T> processedBefore(BatchMessage<M> message) {
        var cause = failures.get(message.id());
        return cause == null ? new AlreadyProcessed<>() : new NotProcessed<>(cause);
    }
}
