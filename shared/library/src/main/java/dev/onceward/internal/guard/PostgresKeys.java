package dev.onceward.internal.guard;

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

import dev.onceward.internal.guard.KeyClaim.Abandoned;
import dev.onceward.internal.guard.KeyClaim.ClaimGranted;
import dev.onceward.internal.guard.KeyClaim.EndedWithoutAnswer;
import dev.onceward.internal.guard.KeyClaim.ForAnotherRequest;
import dev.onceward.internal.guard.KeyClaim.KeptAnswer;
import dev.onceward.internal.guard.KeyClaim.KeptFailure;
import dev.onceward.internal.guard.KeyClaim.LeasedByAnother;
import dev.onceward.internal.guard.KeyClaim.SupersededBy;
import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;

/// Runs the SQL statements of the table `operation_key`.
public final class PostgresKeys implements GuardStore {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(10);

    private static final String CLAIM = """
            SELECT claim, generation, left_seconds, answer, last_error
              FROM onceward.claim_operation_key($1, $2, $3, $4, $5, make_interval(secs => $6), $7)
            """;

    private static final String CLAIM_NEXT = """
            SELECT claim, generation, left_seconds, answer, last_error, current_id
              FROM onceward.claim_next_operation_key($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $9, $10)
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

    public PostgresKeys(Pool pool) {
        this.database = new Database(pool, PATIENCE);
        this.transactions = new Database(pool, LONGEST_TRANSACTION);
    }

    @Override
    public Uni<KeyClaim> claim(ClaimRequest request) {
        var key = request.key();
        var values = Tuple.tuple().addString(key.operation()).addString(key.caller()).addString(key.key())
                .addValue(Buffer.buffer(request.fingerprint().bytes())).addString(request.body().orElse(null))
                .addDouble(seconds(request.lease())).addBoolean(request.hold());
        var statement = request.step().isPresent() ? CLAIM_NEXT : CLAIM;
        request.step()
                .ifPresent(step -> values.addString(step.thing()).addString(step.lastSeen()).addString(step.id()));
        return database.query(statement, values).map(rows -> claim(request, rows.iterator().next()));
    }

    private static KeyClaim claim(ClaimRequest request, Row row) {
        return switch (row.getString("claim")) {
            case "granted" -> new ClaimGranted(Lease.inPostgres(request, row.getLong("generation")));
            case "in_flight" -> new LeasedByAnother(left(row));
            case "mismatch" -> new ForAnotherRequest();
            case "completed" -> answered(row.getDelegate().getBuffer("answer"), left(row));
            case "failed" -> new KeptFailure(row.getString("last_error"), left(row));
            case "held" -> new Abandoned();
            case "superseded" -> new SupersededBy(row.getString("current_id"));
            default -> throw new IllegalStateException("unknown claim: " + row.getString("claim"));
        };
    }

    private static Duration left(Row row) {
        var seconds = row.getDouble("left_seconds");
        return seconds == null ? KeyClaim.FOREVER : Duration.ofMillis((long) (1000 * seconds));
    }

    private static KeyClaim answered(@Nullable Buffer answer, Duration left) {
        return answer == null ? new EndedWithoutAnswer(left) : new KeptAnswer(answer, left);
    }

    @Override
    public Uni<Boolean> renew(Lease lease) {
        return database.query(RENEW, lease.parameters().addDouble(seconds(lease.request().lease())))
                .map(PostgresKeys::changed);
    }

    @Override
    public Uni<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return database.query(KEEP, kept(lease, answer)).map(PostgresKeys::changed);
    }

    /// Keeps an answer in a transaction of the caller.
    public Uni<Boolean> keep(SqlConnection transaction, Lease lease, Buffer answer) {
        return transaction.preparedQuery(KEEP).execute(kept(lease, answer)).map(PostgresKeys::changed);
    }

    private static Tuple kept(Lease lease, @Nullable Buffer answer) {
        return lease.parameters().addValue(lease.request().fitting(answer)).addString(null)
                .addDouble(seconds(lease.request().retention()));
    }

    @Override
    public Uni<Boolean> keepFailure(Lease lease, String failure) {
        return database.query(KEEP, lease.parameters().addValue(null).addString(failure)
                .addDouble(seconds(lease.request().retention()))).map(PostgresKeys::changed);
    }

    @Override
    public Uni<Boolean> release(Lease lease, String failure) {
        return database.query(RELEASE, lease.parameters().addString(failure)
                .addDouble(seconds(lease.request().retention()))).map(PostgresKeys::changed);
    }

    @Override
    public Uni<Boolean> isCompleted(Lease lease) {
        return database.query(IS_COMPLETED, lease.parameters()).map(PostgresKeys::changed);
    }

    /// Runs work in a transaction, for at most ten minutes.
    public <R> Uni<R> inTransaction(Function<SqlConnection, Uni<R>> work) {
        return transactions.with(connection -> RunInTransaction.run(connection, work));
    }

    private static boolean changed(SqlResult<?> result) {
        return result.rowCount() > 0;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
