package dev.onceward.guard;

import java.time.Duration;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.SqlResult;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.guard.KeyClaim.Abandoned;
import dev.onceward.guard.KeyClaim.ClaimGranted;
import dev.onceward.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.guard.KeyClaim.KeptAnswer;
import dev.onceward.guard.KeyClaim.KeptFailure;
import dev.onceward.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;

/// Runs the SQL statements of the table `operation_key`.
final class OperationKeys {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(10);
    private static final Duration SOON = Duration.ofSeconds(1);
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final int MOST_OF_ERROR = 1000;

    private static final String CLAIM = """
            SELECT claim, generation, left_seconds, answer, last_error
              FROM onceward.claim_operation_key($1, $2, $3, $4, make_interval(secs => $5), $6)
            """;

    /// Safe because a lease that another call has taken over has an older generation, so it renews nothing. A held key was
    /// taken over by nobody: its process lives, and was only slow.
    private static final String RENEW = """
            UPDATE onceward.operation_key
               SET state = 'processing', lease_until = clock_timestamp() + make_interval(secs => $5), ended_at = NULL
             WHERE operation = $1 AND caller = $2 AND key = $3 AND generation = $4 AND state IN ('processing', 'held')
            """;

    /// Safe for the same reason: the answer of a call that has lost its lease is not kept.
    private static final String KEEP = """
            UPDATE onceward.operation_key
               SET state = CASE WHEN $6::text IS NULL THEN 'completed' ELSE 'failed' END, answer = $5, last_error = $6,
                   ended_at = clock_timestamp(), lease_until = NULL,
                   expires_at = clock_timestamp() + make_interval(secs => $7)
             WHERE operation = $1 AND caller = $2 AND key = $3 AND generation = $4 AND state IN ('processing', 'held')
            """;

    /// Safe for the same reason.
    private static final String RELEASE = """
            UPDATE onceward.operation_key
               SET state = 'pending', last_error = $5, ended_at = clock_timestamp(), lease_until = NULL,
                   expires_at = clock_timestamp() + make_interval(secs => $6)
             WHERE operation = $1 AND caller = $2 AND key = $3 AND generation = $4 AND state IN ('processing', 'held')
            """;

    private static final String IS_COMPLETED = """
            SELECT
              FROM onceward.operation_key
             WHERE operation = $1 AND caller = $2 AND key = $3 AND generation = $4 AND state = 'completed'
            """;

    private final Database database;
    private final Database transactions;

    OperationKeys(Pool pool) {
        this.database = new Database(pool, PATIENCE);
        this.transactions = new Database(pool, LONGEST_TRANSACTION);
    }

    Uni<KeyClaim> claim(Operation operation, GuardedRequest request) {
        var values = Tuple.tuple().addString(operation.name()).addString(request.caller()).addString(request.key())
                .addValue(Buffer.buffer(request.fingerprint().bytes())).addDouble(seconds(operation.lease()))
                .addBoolean(operation.onAbandon() == Operation.OnAbandon.HOLD);
        return database.query(CLAIM, values).map(rows -> claim(operation, request, rows.iterator().next()));
    }

    private static KeyClaim claim(Operation operation, GuardedRequest request, Row row) {
        return switch (row.getString("claim")) {
            case "granted" -> new ClaimGranted(new Lease(operation, request, row.getLong("generation")));
            case "in_flight" -> new LeasedByAnother(retryAfter(row.getDouble("left_seconds")));
            case "mismatch" -> new ForAnotherRequest();
            case "completed" -> answered(row.getDelegate().getBuffer("answer"));
            case "failed" -> new KeptFailure(row.getString("last_error"));
            case "held" -> new Abandoned();
            default -> throw new IllegalStateException("unknown claim: " + row.getString("claim"));
        };
    }

    /// Most operations end long before their lease does.
    private static Duration retryAfter(double left) {
        return Duration.ofMillis(Math.clamp((long) (1000 * left), SOON.toMillis(), LATE.toMillis()));
    }

    private static KeyClaim answered(@Nullable Buffer answer) {
        return answer == null ? new EndedWithoutAnswer() : new KeptAnswer(answer);
    }

    /// Returns false if the lease is lost.
    Uni<Boolean> renew(Lease lease) {
        return database.query(RENEW, lease.parameters().addDouble(seconds(lease.operation().lease())))
                .map(OperationKeys::changed);
    }

    /// Keeps an answer. Returns false if the lease is lost.
    Uni<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return database.query(KEEP, kept(lease, answer)).map(OperationKeys::changed);
    }

    /// Keeps an answer in a transaction of the caller.
    Uni<Boolean> keep(SqlConnection transaction, Lease lease, Buffer answer) {
        return transaction.preparedQuery(KEEP).execute(kept(lease, answer)).map(OperationKeys::changed);
    }

    private static Tuple kept(Lease lease, @Nullable Buffer answer) {
        var fits = answer != null && answer.length() <= lease.operation().maxAnswerBytes();
        return lease.parameters().addValue(fits ? answer : null).addString(null)
                .addDouble(seconds(lease.operation().retention()));
    }

    /// Keeps a failure like an answer. Returns false if the lease is lost.
    Uni<Boolean> keepFailure(Lease lease, Throwable failure) {
        return database.query(KEEP, lease.parameters().addValue(null).addString(text(failure))
                .addDouble(seconds(lease.operation().retention()))).map(OperationKeys::changed);
    }

    /// Lets the next call run the operation at once. Returns false if the lease is lost.
    Uni<Boolean> release(Lease lease, Throwable failure) {
        return database.query(RELEASE, lease.parameters().addString(text(failure))
                .addDouble(seconds(lease.operation().retention()))).map(OperationKeys::changed);
    }

    /// PostgreSQL takes no NUL, and whoever raised the failure may have put anything into its text.
    private static String text(Throwable failure) {
        var text = failure.toString().codePoints().limit(MOST_OF_ERROR)
                .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE ? ' ' : c);
        return text.collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    /// Whether the operation has completed under this lease. A kept failure does not count: after a COMMIT that the server
    /// refused, the failure is kept and nothing is committed.
    Uni<Boolean> isCompleted(Lease lease) {
        return database.query(IS_COMPLETED, lease.parameters()).map(OperationKeys::changed);
    }

    /// Runs work in a transaction, for at most ten minutes.
    <R> Uni<R> inTransaction(Function<SqlConnection, Uni<R>> work) {
        return transactions.with(connection -> RunInTransaction.run(connection, work));
    }

    private static boolean changed(SqlResult<?> result) {
        return result.rowCount() > 0;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
