package dev.onceward.internal.postgres;

import java.util.function.BiFunction;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlConnection;

/// Runs work in a transaction. It begins and ends by statements, because the client's own transaction is lost with the
/// first failure of a statement, also if a savepoint has made it good. The isolation level is fixed, because what waits
/// for another transaction must see what that one has committed.
public final class RunInTransaction {
    private static final String BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED";
    /// The setting tells a statement that was sent with BEGIN whether PostgreSQL has begun the transaction.
    private static final String BEGIN_AND_TELL = BEGIN + "; SET LOCAL onceward.transaction = 'begun'";
    /// The SELECT fails if a statement has failed and the work went on as if nothing had happened: then COMMIT alone would
    /// roll back, and report no failure.
    private static final String COMMIT = "SELECT 1; COMMIT";
    private static final String ROLLBACK = "ROLLBACK";

    private RunInTransaction() {}

    /// @return fails if the work fails, and if it is unknown whether the transaction was committed
    public static <R> Uni<R> run(SqlConnection connection, Function<SqlConnection, Uni<R>> work) {
        return end(connection, connection.query(BEGIN).execute()
                .onItem().transformToUni(_ -> work.apply(connection)));
    }

    /// Sends the first statement with BEGIN, and does not wait for the answer in between.
    ///
    /// @param first must fail where the setting `onceward.transaction` is not `begun`. PostgreSQL may refuse BEGIN, for
    ///         instance because it is cancelled, and would then run and commit this statement alone
    public static <F, R> Uni<R> run(SqlConnection connection, Function<SqlConnection, Uni<F>> first,
            BiFunction<SqlConnection, F, Uni<R>> work) {
        return end(connection, Uni.combine().all()
                .unis(connection.query(BEGIN_AND_TELL).execute(), first.apply(connection))
                .with((_, answer) -> answer)
                .onItem().transformToUni(answer -> work.apply(connection, answer)));
    }

    /// Rolls the transaction back, and begins another one on its connection.
    public static Uni<Void> beginAgain(SqlConnection transaction) {
        return transaction.query(ROLLBACK + "; " + BEGIN_AND_TELL).execute().replaceWithVoid();
    }

    private static <R> Uni<R> end(SqlConnection connection, Uni<R> work) {
        return work
                .onItem().call(() -> connection.query(COMMIT).execute())
                .onFailure().call(() -> rollBack(connection));
    }

    /// A rollback that fails hides no failure: whoever lost the connection has lost the transaction as well.
    private static Uni<Void> rollBack(SqlConnection connection) {
        return connection.query(ROLLBACK).execute().replaceWithVoid().onFailure().recoverWithNull();
    }
}
