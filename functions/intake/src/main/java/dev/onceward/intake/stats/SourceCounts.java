package dev.onceward.intake.stats;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.TimeoutException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;

/// Reads and writes the counts per source of all replicas. The statement that appends an event also counts it, so that
/// count is exact. Duplicates and errors are counted here and written once a second, so a process that is killed loses
/// at most one second of them.
@Singleton
public final class SourceCounts {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FRESH = Duration.ofSeconds(1);

    private static final String WRITE = """
            INSERT INTO onceward.source_counts (source, duplicates, errors)
            SELECT *
              FROM unnest($1::text[], $2::int8[], $3::int8[])
            """;

    private static final String TOTALS = """
            SELECT source, sum(processed)::int8 AS processed, sum(duplicates)::int8 AS duplicates,
                   sum(errors)::int8 AS errors
              FROM onceward.source_counts
             GROUP BY source
             ORDER BY source
            """;

    private final Database database;
    private final Map<String, PendingCounts> pending = new ConcurrentHashMap<>();
    private final Uni<Map<String, SourceTotals>> totals;

    SourceCounts(Pool pool) {
        this.database = new Database(pool, PATIENCE);
        this.totals = Uni.createFrom().deferred(this::read).memoize().forFixedDuration(FRESH);
    }

    public void duplicate(String source) {
        of(source).add(1, 0);
    }

    public void error(String source) {
        of(source).add(0, 1);
    }

    /// The totals of all replicas, at most a second old.
    public Uni<Map<String, SourceTotals>> totals() {
        return totals;
    }

    /// Writes the counts since the last call. Counts that cannot be written are kept for the next call.
    public Uni<Void> write() {
        var taken = new LinkedHashMap<String, SourceTotals>();
        pending.forEach((source, counts) -> taken.put(source, counts.take()));
        taken.values().removeIf(counts -> counts.duplicates() == 0 && counts.errors() == 0);
        return taken.isEmpty()
                ? Uni.createFrom().voidItem()
                : insert(taken).onFailure(SourceCounts::isCertain).invoke(() -> taken.forEach(this::putBack));
    }

    /// After a timeout the counts may have been written, so putting them back could count them twice.
    private static boolean isCertain(Throwable failure) {
        return !(failure instanceof TimeoutException);
    }

    private Uni<Void> insert(Map<String, SourceTotals> counts) {
        var sources = counts.keySet().toArray(String[]::new);
        var duplicates = counts.values().stream().map(SourceTotals::duplicates).toArray(Long[]::new);
        var errors = counts.values().stream().map(SourceTotals::errors).toArray(Long[]::new);
        return database.query(WRITE, Tuple.of(sources, duplicates, errors)).replaceWithVoid();
    }

    private void putBack(String source, SourceTotals counts) {
        of(source).add(counts.duplicates(), counts.errors());
    }

    private PendingCounts of(String source) {
        return pending.computeIfAbsent(source, _ -> new PendingCounts());
    }

    private Uni<Map<String, SourceTotals>> read() {
        return database.query(TOTALS).map(SourceCounts::totals);
    }

    private static Map<String, SourceTotals> totals(RowSet<Row> rows) {
        var totals = new LinkedHashMap<String, SourceTotals>();
        rows.forEach(row -> totals.put(row.getString("source"),
                new SourceTotals(row.getLong("processed"), row.getLong("duplicates"), row.getLong("errors"))));
        return totals;
    }
}
