package dev.onceward.internal.guard.postgres;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.pgclient.PgException;

import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;

/// A statement that does for several calls what each asks for. Its parameters are lists with one value for each call, and each row of
/// its result has the number of a call in `item`.
///
/// @param result reads the row of a call
record StatementForMany<C, R>(String sql, Function<List<C>, ArrayColumns> columns, BiFunction<C, Row, R> result) {
    private static final BatchLimits LIMITS = new BatchLimits(100, 1 << 20, new ParallelFlushes(4, 50), 10_000,
            64 << 20);

    /// The calls that come while the statement before is under way share the next one.
    ///
    /// @return no result for a call that needs a statement of its own
    Batcher<C, Optional<R>> on(Database database, ToLongFunction<C> bytes) {
        return new Batcher<>(LIMITS, bytes, calls -> run(database, calls), Optional.empty());
    }

    /// PostgreSQL refuses the statement as a whole if one of its keys is locked, for instance.
    private Uni<List<Optional<R>>> run(Database database, List<C> calls) {
        return database.query(sql, columns.apply(calls).tuple())
                .map(rows -> results(calls, rows))
                .onFailure(PgException.class)
                .recoverWithItem(() -> Collections.nCopies(calls.size(), Optional.empty()));
    }

    private List<Optional<R>> results(List<C> calls, RowSet<Row> rows) {
        var results = new ArrayList<Optional<R>>(Collections.nCopies(calls.size(), Optional.empty()));
        for (var row : rows) {
            var call = row.getInteger("item") - 1;
            results.set(call, Optional.of(result.apply(calls.get(call), row)));
        }
        return results;
    }
}
