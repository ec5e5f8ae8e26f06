package dev.onceward.runtime.operation;

import java.time.Duration;
import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.admin.Actor;

/// Reads keys of guarded operations for operators, and carries out what they decide about a held one. Redis is not told of a
/// decision: it has no entry of a held key, because the lease of its operation has ended.
@Singleton
final class DecideHeldKey {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String RELEASED = "pending";
    private static final String COMPLETED = "completed";

    static final String FIND = """
            SELECT state, attempts, started_at, ended_at, lease_until, lease_until <= clock_timestamp() AS lease_has_ended,
                   last_error, request, nullif(expires_at, 'infinity') AS expires_at
              FROM onceward.find_operation_key($1, $2, $3)
            """;

    /// Safe because it locks the row, changes it only if the key is held, and commits the change together with its audit
    /// entry.
    static final String DECIDE = "SELECT onceward.decide_held_key($1, $2, $3, $4, $5, $6, $7)";

    private final Database database;

    DecideHeldKey(Pool pool) {
        this.database = new Database(pool, PATIENCE);
    }

    Uni<Optional<JsonObject>> find(KeyAddress address) {
        return database.query(FIND, address.parameters())
                .map(rows -> rows.stream().findFirst().map(row -> OperationKeyView.json(address, row)));
    }

    /// Lets the next call run the operation.
    ///
    /// @return the state that the key had. Nothing was changed if that is not `held`
    Uni<Optional<String>> release(KeyAddress address, Actor actor) {
        return decide(address, RELEASED, null, actor);
    }

    /// Lets repetitions get an answer.
    ///
    /// @return the state that the key had. Nothing was changed if that is not `held`
    Uni<Optional<String>> complete(KeyAddress address, String answer, Actor actor) {
        return decide(address, COMPLETED, Buffer.buffer(answer), actor);
    }

    private Uni<Optional<String>> decide(KeyAddress address, String decision, @Nullable Buffer answer, Actor actor) {
        return database.query(DECIDE, address.parameters().addString(decision).addValue(answer)
                .addString(actor.by()).addString(actor.why()))
                .map(DecideHeldKey::state);
    }

    private static Optional<String> state(RowSet<Row> rows) {
        return Optional.ofNullable(rows.iterator().next().getString(0));
    }
}
