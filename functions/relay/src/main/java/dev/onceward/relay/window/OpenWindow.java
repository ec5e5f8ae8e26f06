package dev.onceward.relay.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.edge.WindowEdge;

/// Opens the next window of the log that a subscription reads.
public final class OpenWindow {
    private static final int MOST_STEPS = 200;

    /// Reads the recorded edges after a snapshot, and the present edge. Safe because the present edge is later than all
    /// recorded ones: the function takes it when it is called, which is after the statement's snapshot.
    private static final String STEPS = """
            (SELECT snapshot::text, next::text::int8, low, high, false AS now
               FROM onceward.recorded_edge
              WHERE horizon > $1::text::xid8
              ORDER BY horizon, n
              LIMIT $2)
            UNION ALL
            SELECT snapshot::text, next::text::int8, low, high, true AS now
              FROM onceward.current_edge()
            """;

    /// Reads where a transaction may have begun to append. Safe because the transaction had not begun when that edge
    /// was recorded.
    private static final String BORN = """
            SELECT coalesce((SELECT low
                               FROM onceward.recorded_edge
                              WHERE next <= $1::text::xid8
                              ORDER BY next DESC
                              LIMIT 1), 0)
            """;

    private final Database database;

    public OpenWindow(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The log ends before the position that was read, or before a recorded edge. Transaction ids that are assigned
    /// next would count as read.
    public static final class CursorBeyondLog extends IllegalStateException {
        private static final long serialVersionUID = 1;

        CursorBeyondLog(WindowEdge read, WindowEdge now) {
            super("the cursor lies beyond the end of the log, because PostgreSQL lost transactions in a crash or "
                    + "failover, or because it is another server: read=%s now=%s".formatted(read.snapshot().text(),
                            now.snapshot().text()));
        }
    }

    /// Opens a window up to the furthest edge that keeps it small, which is the present edge when little is left. Fails
    /// with [CursorBeyondLog] if the present edge lies before the position that was read, or before a recorded edge:
    /// PostgreSQL has then lost transactions that it had shown, and assigns their ids to others, which nobody would
    /// read.
    ///
    /// @param known earlier edges, the latest last, which save a query
    public Uni<Window> after(WindowEdge from, List<WindowEdge> known, int most) {
        return database.query(STEPS, Tuple.of(Long.toString(from.snapshot().xmax()), MOST_STEPS))
                .map(rows -> window(from, checked(from, rows), most))
                .chain(window -> begin(window, known));
    }

    /// Takes the present edge only if all recorded edges were read and fit; takes the first edge even if it does not
    /// fit.
    private static Window window(WindowEdge from, RowSet<Row> rows, int most) {
        var steps = new ArrayList<WindowEdge>();
        for (var row : rows) {
            var edge = ReadEdges.edge(row);
            var now = row.getBoolean("now");
            var fits = edge.high() - from.low() <= most && !(now && rows.size() > MOST_STEPS);
            var taken = fits || steps.isEmpty();
            if (taken) {
                steps.add(edge);
            }
            if (!fits || now) {
                return new Window(from, steps, from.low(), now && taken);
            }
        }
        throw new IllegalStateException("the edge of now is always there");
    }

    private static RowSet<Row> checked(WindowEdge from, RowSet<Row> rows) {
        var edges = rows.stream().map(ReadEdges::edge).toList();
        var read = edges.stream().reduce(from, (one, other) -> one.isAfter(other) ? one : other);
        if (read.isAfter(edges.getLast())) {
            throw new CursorBeyondLog(read, edges.getLast());
        }
        return rows;
    }

    /// A transaction that was in progress at the first edge may have begun to append long before it.
    private Uni<Window> begin(Window window, List<WindowEdge> known) {
        var ended = window.from().firstEnded(window.to());
        return ended.isEmpty()
                ? Uni.createFrom().item(window)
                : born(ended.getAsLong(), known).map(low -> window.from(Math.min(low, window.from().low())));
    }

    private Uni<Long> born(long tx, List<WindowEdge> known) {
        return known.reversed().stream().filter(edge -> edge.next() <= tx).findFirst()
                .map(edge -> Uni.createFrom().item(edge.low()))
                .orElseGet(() -> database.query(BORN, Tuple.of(Long.toString(tx)))
                        .map(rows -> rows.iterator().next().getLong(0)));
    }
}
