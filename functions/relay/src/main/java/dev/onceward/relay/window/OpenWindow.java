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
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Edges;

/// Opens the next window of the log, in which a subscription reads on.
public final class OpenWindow {
    private static final int MOST_STEPS = 200;

    /// The recorded edges after a snapshot, and the edge of now. Safe because now is later than all of them: the function looks
    /// when it is called, and the statement has looked before.
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

    /// Where a transaction may have begun to append. Safe because it had not begun yet when that edge was recorded.
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

    /// The log ends before the place that was read to, or before a recorded edge. The transaction ids that are
    /// assigned next would count as read.
    public static final class CursorBeyondLog extends IllegalStateException {
        private static final long serialVersionUID = 1;

        CursorBeyondLog(Edge read, Edge now) {
            super("the cursor lies beyond the end of the log, because PostgreSQL lost transactions in a crash or "
                    + "failover, or because it is another server: read=%s now=%s".formatted(read.snapshot().text(),
                            now.snapshot().text()));
        }
    }

    /// The next window: to the furthest edge that keeps it small, which is the edge of now when little is left. Fails
    /// with [CursorBeyondLog] if now is before the place that was read to, or before a recorded edge: PostgreSQL has lost
    /// transactions then that it had shown, and assigns their ids to others, which nobody would read.
    ///
    /// @param known earlier edges, the latest last, which save a question
    public Uni<Window> after(Edge from, List<Edge> known, int most) {
        return database.query(STEPS, Tuple.of(Long.toString(from.snapshot().xmax()), MOST_STEPS))
                .map(rows -> window(from, checked(from, rows), most))
                .chain(window -> begin(window, known));
    }

    /// The edge of now only if all recorded edges are there and fit; the first of all edges even if it does not.
    private static Window window(Edge from, RowSet<Row> rows, int most) {
        var steps = new ArrayList<Edge>();
        for (var row : rows) {
            var edge = Edges.edge(row);
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

    private static RowSet<Row> checked(Edge from, RowSet<Row> rows) {
        var edges = rows.stream().map(Edges::edge).toList();
        var read = edges.stream().reduce(from, (one, other) -> one.isAfter(other) ? one : other);
        if (read.isAfter(edges.getLast())) {
            throw new CursorBeyondLog(read, edges.getLast());
        }
        return rows;
    }

    /// A transaction that was under way at the first edge may have begun to append long before it.
    private Uni<Window> begin(Window window, List<Edge> known) {
        var ended = window.from().firstEnded(window.to());
        return ended.isEmpty()
                ? Uni.createFrom().item(window)
                : born(ended.getAsLong(), known).map(low -> window.from(Math.min(low, window.from().low())));
    }

    private Uni<Long> born(long tx, List<Edge> known) {
        return known.reversed().stream().filter(edge -> edge.next() <= tx).findFirst()
                .map(edge -> Uni.createFrom().item(edge.low()))
                .orElseGet(() -> database.query(BORN, Tuple.of(Long.toString(tx)))
                        .map(rows -> rows.iterator().next().getLong(0)));
    }
}
