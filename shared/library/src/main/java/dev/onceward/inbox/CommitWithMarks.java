package dev.onceward.inbox;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;

/// One transaction, of which it is found out whether it was committed even if the answer to its COMMIT is lost.
final class CommitWithMarks<R> {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final int RETRIES = 6;

    private final Database database;
    private final Marks marks;
    private volatile @Nullable R toCommit;

    CommitWithMarks(Database database, Marks marks) {
        this.database = database;
        this.marks = marks;
    }

    /// @param ids of the messages to mark
    /// @param work runs the effects of those that were not marked before
    Uni<R> run(List<String> ids, BiFunction<SqlConnection, Set<String>, Uni<R>> work) {
        return database.with(connection -> RunInTransaction.run(connection,
                transaction -> marks.mark(transaction, ids),
                (transaction, marked) -> work.apply(transaction, marked)
                        .onItem().invoke(result -> toCommit = result)))
                .onFailure().recoverWithUni(this::committedOrFailed);
    }

    private Uni<R> committedOrFailed(Throwable failure) {
        var result = toCommit;
        return result == null
                ? Uni.createFrom().failure(failure)
                : isCommitted().onItem().transformToUni(isCommitted -> isCommitted
                        ? Uni.createFrom().item(result)
                        : Uni.createFrom().failure(failure));
    }

    /// Asks again after a failure, because the pool may still hold other connections that were lost with this one. What
    /// cannot be found out counts as not committed: the broker delivers the message again, and its mark decides.
    private Uni<Boolean> isCommitted() {
        return marks.isCommitted(database)
                .onFailure(failure -> !(failure instanceof TimeoutException))
                .retry().withBackOff(FIRST_PAUSE, LONGEST_PAUSE).atMost(RETRIES)
                .onFailure().recoverWithItem(false);
    }
}
