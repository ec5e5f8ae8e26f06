package dev.onceward.intake.redis;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.pgclient.PgException;

import dev.onceward.internal.postgres.Database;

/// Which database the log is in. It is asked again while it is used, so that a restore or a failover is noticed within a
/// second, and it is unknown while PostgreSQL does not answer: what Redis remembers then is of no use, because it may be
/// another database that comes back.
@Singleton
public final class DatabaseIdentity {
    private static final String ASK = "SELECT onceward.database_identity()";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration WAIT = Duration.ofMillis(250);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Database database;
    private final Duration wait;
    private CompletableFuture<Optional<String>> question = CompletableFuture.completedFuture(Optional.empty());
    private volatile IdentityAnswer answer = new IdentityAnswer(Optional.empty(), System.nanoTime(), false);
    private volatile boolean isRefused;

    @Inject
    DatabaseIdentity(Pool pool) {
        this(pool, PATIENCE, WAIT);
    }

    /// @param wait how long a look waits for an answer that is late
    public DatabaseIdentity(Pool pool, Duration patience, Duration wait) {
        this.database = new Database(pool, patience);
        this.wait = wait;
    }

    private record IdentityAnswer(Optional<String> identity, long askedAt, boolean isGiven) {
        long age() {
            return System.nanoTime() - askedAt;
        }
    }

    /// Empty if it is not known. The first call does not wait for the answer, so that the start of a process is not delayed.
    /// Under load nobody waits, because it is asked again before the last answer is old.
    public Uni<Optional<String>> current() {
        var known = answer;
        if (known.isGiven() && known.age() >= FRESH_NANOS) {
            // A copy, because whoever has waited long enough cancels what it waits for.
            return Uni.createFrom().completionStage(ask().copy())
                    .ifNoItem().after(wait).recoverWithItem(Optional.empty());
        }
        if (!known.isGiven() || known.age() >= FRESH_NANOS / 2) {
            var _ = ask();
        }
        return Uni.createFrom().item(known.identity());
    }

    /// Whether the database was asked and did not say.
    public boolean isUnknown() {
        return answer.isGiven() && answer.identity().isEmpty();
    }

    /// One question at a time, whose answer all get who ask meanwhile.
    public synchronized CompletableFuture<Optional<String>> ask() {
        if (question.isDone()) {
            var askedAt = System.nanoTime();
            question = database.query(ASK)
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

    /// That PostgreSQL is away is told by those who store. That it refuses would be noticed by nobody.
    private void failed(Throwable failure) {
        if (failure instanceof PgException refusal && !isRefused) {
            isRefused = true;
            Log.warnf("Redis is not used because PostgreSQL does not tell the identity of its database: cause=%s",
                    refusal.getMessage());
        }
    }
}
