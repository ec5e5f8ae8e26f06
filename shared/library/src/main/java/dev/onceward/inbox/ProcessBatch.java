package dev.onceward.inbox;

import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.internal.postgres.RunInTransaction;

/// Processes the messages of a batch. As long as no effect fails, none needs a savepoint, which would cost two round trips
/// for each message. If one fails, everything is rolled back, and the batch runs again with a savepoint for each message.
final class ProcessBatch<M, T> {
    /// Fails if a statement has failed and the effect went on as if nothing had happened.
    private static final String CHECK = "SELECT 1";

    private final Marks marks;
    private final List<BatchMessage<M>> messages;
    private final BiFunction<SqlConnection, M, Uni<T>> effect;

    ProcessBatch(Marks marks, List<BatchMessage<M>> messages, BiFunction<SqlConnection, M, Uni<T>> effect) {
        this.marks = marks;
        this.messages = messages;
        this.effect = effect;
    }

    /// Returns the results in the order of the messages.
    Uni<List<InboxResult<T>>> run(SqlConnection transaction, Set<String> marked) {
        return withoutSavepoints(transaction, marked)
                .onFailure().recoverWithUni(cause -> beginAgain(transaction, cause)
                        .onItem().transformToUni(again -> withSavepoints(transaction, again)));
    }

    private Uni<List<InboxResult<T>>> withoutSavepoints(SqlConnection transaction, Set<String> marked) {
        return new RunEffects<M, T>(messages, marked, message -> effect.apply(transaction, message).map(Processed::new))
                .run()
                .onItem().call(() -> transaction.query(CHECK).execute());
    }

    /// Where the rollback fails too, the connection is lost and the whole batch fails.
    private Uni<Set<String>> beginAgain(SqlConnection transaction, Throwable cause) {
        return RunInTransaction.beginAgain(transaction)
                .onFailure().transform(_ -> cause)
                .onItem().transformToUni(_ -> marks.mark(transaction, BatchMessage.usableIds(messages)));
    }

    private Uni<List<InboxResult<T>>> withSavepoints(SqlConnection transaction, Set<String> marked) {
        var savepoint = new RunWithSavepoint(transaction);
        var runEffects = new RunEffects<M, T>(messages, marked,
                message -> savepoint.run(() -> effect.apply(transaction, message)));
        return runEffects.run().onItem().call(() -> marks.unmark(transaction, runEffects.failed()));
    }
}
