package dev.onceward.inbox;

import java.util.function.Supplier;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

import dev.onceward.inbox.InboxResult.NotProcessed;
import dev.onceward.inbox.InboxResult.Processed;

/// Runs an effect with a savepoint, so that it takes nothing of the transaction with it if it fails.
record RunWithSavepoint(SqlConnection transaction) {
    private static final String SAVEPOINT = "SAVEPOINT onceward_message";
    /// Fails if a statement has failed and the effect went on as if nothing had happened.
    private static final String RELEASE = "RELEASE SAVEPOINT onceward_message";
    private static final String ROLLBACK = "ROLLBACK TO SAVEPOINT onceward_message; RELEASE SAVEPOINT onceward_message";

    <T> Uni<InboxResult<T>> run(Supplier<Uni<T>> effect) {
        return transaction.query(SAVEPOINT).execute()
                .onItem().transformToUni(_ -> effect.get())
                .onItem().<InboxResult<T>>transform(Processed::new)
                .onItem().call(() -> transaction.query(RELEASE).execute())
                .onFailure().recoverWithUni(this::rollBack);
    }

    /// Where the rollback fails too, the connection is lost and the whole batch fails.
    private <T> Uni<InboxResult<T>> rollBack(Throwable cause) {
        return transaction.query(ROLLBACK).execute()
                .onFailure().transform(_ -> cause)
                .replaceWith(new NotProcessed<>(cause));
    }
}
