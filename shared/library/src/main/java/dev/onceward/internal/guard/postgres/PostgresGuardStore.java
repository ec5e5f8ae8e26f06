package dev.onceward.internal.guard.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.ClaimRequest.SequenceStep;
import dev.onceward.internal.guard.GuardStore;
import dev.onceward.internal.guard.KeyClaim;
import dev.onceward.internal.guard.Lease;
import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;

/// Keeps the keys and answers in the table `operation_key` of PostgreSQL.
public final class PostgresGuardStore implements GuardStore {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LONGEST_TRANSACTION = Duration.ofMinutes(10);

    private static final String CLAIM = """
            SELECT claim, generation, left_seconds, answer, last_error
              FROM onceward.claim_operation_key($1, $2, $3, $4, $5, make_interval(secs => $6), $7)
            """;
    static final StatementForMany<ClaimRequest, KeyClaim> CLAIM_MANY = new StatementForMany<>("""
            SELECT item, claim, generation, left_seconds, answer, last_error
              FROM onceward.claim_operation_keys($1, $2, $3, $4, $5, $6, $7)
            """,
            requests -> new ArrayColumns()
                    .texts(requests, request -> request.key().operation())
                    .texts(requests, request -> request.key().caller())
                    .texts(requests, request -> request.key().key())
                    .column(requests, PostgresGuardStore::fingerprint, Buffer[]::new)
                    .texts(requests, request -> request.body().orElse(null))
                    .column(requests, request -> seconds(request.lease()), Double[]::new)
                    .column(requests, ClaimRequest::hold, Boolean[]::new),
            ClaimRow::read);
    private static final String CLAIM_NEXT = """
            SELECT claim, generation, left_seconds, answer, last_error, current_id
              FROM onceward.claim_next_operation_key($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $9, $10)
            """;
    static final String RENEW = "SELECT onceward.renew_operation_key($1, $2, $3, $4, make_interval(secs => $5))";
    static final String KEEP = "SELECT onceward.keep_operation_answer($1, $2, $3, $4, $5, $6, make_interval(secs => $7))";
    static final StatementForMany<EndedOperation, Boolean> KEEP_MANY = new StatementForMany<>("""
            SELECT item
              FROM onceward.keep_operation_answers($1, $2, $3, $4, $5, $6, $7) AS item
            """,
            ended -> new ArrayColumns()
                    .texts(ended, operation -> operation.key().operation())
                    .texts(ended, operation -> operation.key().caller())
                    .texts(ended, operation -> operation.key().key())
                    .column(ended, operation -> operation.lease().generation(), Long[]::new)
                    .column(ended, EndedOperation::answer, Buffer[]::new)
                    .texts(ended, EndedOperation::failure)
                    .column(ended, operation -> seconds(operation.retention()), Double[]::new),
            (_, _) -> true);
    static final String RELEASE = "SELECT onceward.release_operation_key($1, $2, $3, $4, $5, make_interval(secs => $6))";
    static final String IS_COMPLETED = "SELECT onceward.is_operation_completed($1, $2, $3, $4)";

    private final Database database;
    private final Database transactions;
    private final Batcher<ClaimRequest, Optional<KeyClaim>> claims;
    private final Batcher<EndedOperation, Optional<Boolean>> ended;

    public PostgresGuardStore(Pool pool) {
        this.database = new Database(pool, PATIENCE);
        this.transactions = new Database(pool, LONGEST_TRANSACTION);
        this.claims = CLAIM_MANY.on(database, request -> request.body().map(String::length).orElse(0));
        this.ended = KEEP_MANY.on(database, EndedOperation::bytes);
    }

    @Override
    public Future<KeyClaim> claim(ClaimRequest request) {
        return request.step().isPresent()
                ? claimNext(request, request.step().get())
                : claims.send(request).compose(claim -> claim.isPresent()
                        ? Future.succeededFuture(claim.get())
                        : claim(CLAIM, request, parameters(request)));
    }

    /// Waits for the calls that claim the same step of a sequence, and is therefore sent alone.
    private Future<KeyClaim> claimNext(ClaimRequest request, SequenceStep step) {
        return claim(CLAIM_NEXT, request, parameters(request)
                .addString(step.thing()).addString(step.lastSeen()).addString(step.id()));
    }

    private Future<KeyClaim> claim(String statement, ClaimRequest request, Tuple parameters) {
        return UniHelper.toFuture(database.query(statement, parameters))
                .map(rows -> ClaimRow.read(request, rows.iterator().next()));
    }

    private static Tuple parameters(ClaimRequest request) {
        var key = request.key();
        return Tuple.tuple().addString(key.operation()).addString(key.caller()).addString(key.key())
                .addValue(fingerprint(request)).addString(request.body().orElse(null))
                .addDouble(seconds(request.lease())).addBoolean(request.hold());
    }

    private static Buffer fingerprint(ClaimRequest request) {
        return Buffer.buffer(request.fingerprint().bytes());
    }

    @Override
    public Uni<Boolean> renew(Lease lease) {
        return database.query(RENEW, lease.parameters().addDouble(seconds(lease.request().lease())))
                .map(PostgresGuardStore::yes);
    }

    @Override
    public Future<Boolean> keep(Lease lease, @Nullable Buffer answer) {
        return keep(EndedOperation.completed(lease, answer));
    }

    @Override
    public Future<Boolean> keepFailure(Lease lease, String failure) {
        return keep(EndedOperation.failed(lease, failure));
    }

    private Future<Boolean> keep(EndedOperation operation) {
        return ended.send(operation).compose(kept -> kept.isPresent()
                ? Future.succeededFuture(kept.get())
                : ask(KEEP, operation.parameters()));
    }

    /// Keeps an answer in a transaction of the caller.
    public Uni<Boolean> keep(SqlConnection transaction, Lease lease, Buffer answer) {
        return transaction.preparedQuery(KEEP).execute(EndedOperation.completed(lease, answer).parameters())
                .map(PostgresGuardStore::yes);
    }

    @Override
    public Future<Boolean> release(Lease lease, String failure) {
        return ask(RELEASE, lease.parameters().addString(failure).addDouble(seconds(lease.request().retention())));
    }

    @Override
    public Future<Boolean> isCompleted(Lease lease) {
        return ask(IS_COMPLETED, lease.parameters());
    }

    /// Runs work in a transaction, for at most ten minutes.
    public <R> Uni<R> inTransaction(Function<SqlConnection, Uni<R>> work) {
        return transactions.with(connection -> RunInTransaction.run(connection, work));
    }

    private Future<Boolean> ask(String statement, Tuple parameters) {
        return UniHelper.toFuture(database.query(statement, parameters)).map(PostgresGuardStore::yes);
    }

    private static boolean yes(RowSet<Row> rows) {
        return rows.iterator().next().getBoolean(0);
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }
}
