package dev.onceward.internal.postgres;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.pgclient.PgException;

/// Asks PostgreSQL for the name that separates this database from all others whose keys are in the same Redis. The identity
/// is asked for again while it is used, so that a restore or a failover is noticed within a second. While PostgreSQL does
/// not answer, the identity is unknown and Redis is not used, because another database may come back.
@DefaultBean
@Singleton
public final class DatabaseIdentity {
    private static final String ASK = "SELECT onceward.database_identity()";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration WAIT = Duration.ofMillis(250);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Database database;
    private final String statement;
    private final Duration wait;
    private CompletableFuture<Optional<String>> question = CompletableFuture.completedFuture(Optional.empty());
    private volatile IdentityAnswer answer = new IdentityAnswer(Optional.empty(), System.nanoTime(), false);
    private volatile boolean isRefused;

    @Inject
    DatabaseIdentity(Pool pool) {
        this(pool, ASK, PATIENCE, WAIT);
    }

    /// @param wait how long a caller waits for a late answer
    public DatabaseIdentity(Pool pool, Duration patience, Duration wait) {
        this(pool, ASK, patience, wait);
    }

    /// @param statement that returns the identity, or NULL if there is none
    public DatabaseIdentity(Pool pool, String statement) {
        this(pool, statement, PATIENCE, WAIT);
    }

    private DatabaseIdentity(Pool pool, String statement, Duration patience, Duration wait) {
        this.database = new Database(pool, patience);
        this.statement = statement;
        this.wait = wait;
    }

    private record IdentityAnswer(Optional<String> identity, long askedAt, boolean isGiven) {
        long age() {
            return System.nanoTime() - askedAt;
        }
    }

    /// Empty if the identity is unknown. The first call does not wait for the answer, so that the start of a process is
    /// not delayed. Under load no call waits, because the identity is asked for again before the last answer is too
    /// old.
    public Uni<Optional<String>> current() {
        var known = answer;
        if (known.isGiven() && known.age() >= FRESH_NANOS) {
            // Waits for a copy, because a timeout cancels the future that it waits for.
            return CallerContext.emitOn(Uni.createFrom().completionStage(ask().copy())
                    .ifNoItem().after(wait).recoverWithItem(Optional.empty()));
        }
        askAhead(known);
        return Uni.createFrom().item(known.identity());
    }

    /// The identity if nobody has to wait for it.
    public Optional<String> fresh() {
        var known = answer;
        var isFresh = known.isGiven() && known.age() < FRESH_NANOS;
        askAhead(known);
        return isFresh ? known.identity() : Optional.empty();
    }

    private void askAhead(IdentityAnswer known) {
        if (!known.isGiven() || known.age() >= FRESH_NANOS / 2) {
            var _ = ask();
        }
    }

    /// Like [#current], but the first call waits for the answer.
    public Uni<Optional<String>> known() {
        return current().onItem().transformToUni(identity -> identity.isPresent()
                ? Uni.createFrom().item(identity)
                : CallerContext.emitOn(Uni.createFrom().completionStage(() -> ask().copy())));
    }

    /// Whether PostgreSQL was asked and gave no identity.
    public boolean isUnknown() {
        return answer.isGiven() && answer.identity().isEmpty();
    }

    /// Sends one question at a time. All callers that come meanwhile share its answer.
    public synchronized CompletableFuture<Optional<String>> ask() {
        if (question.isDone()) {
            var askedAt = System.nanoTime();
            question = database.query(statement)
                    .map(DatabaseIdentity::identity)
                    .onItem().invoke(_ -> isRefused = false)
                    .onFailure().invoke(this::failed)
                    .onFailure().recoverWithItem(Optional.empty())
                    .onItem().invoke(identity -> answer = new IdentityAnswer(identity, askedAt, true))
                    .subscribeAsCompletionStage();
        }
        return question;
    }

    private static Optional<String> identity(RowSet<Row> rows) {
        return Optional.ofNullable(rows.iterator().next().getString(0));
    }

    /// Logs refusals by PostgreSQL only. An unreachable PostgreSQL is logged where events are appended.
    private void failed(Throwable failure) {
        if (failure instanceof PgException refusal && !isRefused) {
            isRefused = true;
            Log.warnf(
                    "Redis is not used, because the identity of the PostgreSQL database cannot be read: cause=%s",
                    refusal.getMessage());
        }
    }
}
