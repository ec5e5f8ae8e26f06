package dev.onceward.relay.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;
import dev.onceward.relay.edge.CursorBeyondLog;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Edges;
import dev.onceward.runtime.log.EventRow;

/// Reads the log, window by window and page by page.
public final class ReadWindows {
    private static final int MOST_STEPS = 200;
    private static final int MOST_SCANNED = 20_000;
    private static final int MOST_BYTES = 16 << 20;

    /// The ticks after a snapshot, and the edge of now. Now is later than all of them because the function looks when it
    /// is called, and the statement has looked before.
    private static final String STEPS = """
            (SELECT snapshot::text, next::text::int8, low, high, false AS now
               FROM onceward.tick
              WHERE horizon > $1::text::xid8
              ORDER BY horizon, n
              LIMIT $2)
            UNION ALL
            SELECT snapshot::text, next::text::int8, low, high, true AS now
              FROM onceward.edge()
            """;

    /// Where a transaction may have begun to append: it had not begun when this was read.
    private static final String BORN = """
            SELECT coalesce((SELECT low FROM onceward.tick WHERE next <= $1::text::xid8 ORDER BY next DESC LIMIT 1), 0)
            """;

    /// What the second snapshot shows and the first does not, in a stretch of the log, up to a number of events and of
    /// bytes; `total` is how many there were before the bytes were counted. A body is only read when it is sent.
    private static final String PAGE = """
            WITH found AS (
                SELECT *
                  FROM onceward.event
                 WHERE seq > $1
                   AND seq <= $2
                   AND NOT pg_visible_in_snapshot(tx, $3::text::pg_snapshot)
                   AND pg_visible_in_snapshot(tx, $4::text::pg_snapshot)
                   AND shard = ANY ($5::int2[])
                   AND ($6::text IS NULL OR topic ~ $6)
                   AND ($7::text IS NULL OR type ~ $7)
                   AND ($8::text IS NULL OR headers @> $8::text::jsonb)
                 ORDER BY seq
                 LIMIT $9
            ), counted AS (
                SELECT *,
                       sum(octet_length(body)) OVER (ORDER BY seq) - octet_length(body) AS before,
                       count(*) OVER () AS total
                  FROM found
            )
            SELECT (SELECT coalesce(onceward.server_incarnation(), 'none')) AS incarnation, total, seq, tx::text::int8 AS tx,
                   shard, id, at, source, topic, type, ordering, ordering_group, headers, body, traceparent, tracestate, correlation, causation
              FROM counted
             WHERE before < $10
             ORDER BY seq
            """;

    /// How far there is nothing. All that a window shows is committed, and seen by this as well.
    private static final String NEXT = """
            SELECT coalesce(min(seq) - 1, $2) FROM onceward.event WHERE seq > $1
            """;

    private final Database database;

    public ReadWindows(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// The next window: to the furthest edge that keeps it small, which is the edge of now when little is left. Fails with
    /// [CursorBeyondLog] if now is before the place that was read to, or before a tick: PostgreSQL has lost transactions
    /// then that it had shown, and assigns their ids to others, which nobody would read.
    ///
    /// @param known earlier edges, the latest last, which save a question
    public Uni<Window> open(Edge from, List<Edge> known, int most) {
        return database.query(STEPS, Tuple.of(Long.toString(from.snapshot().xmax()), MOST_STEPS))
                .map(rows -> window(from, checked(from, rows), most))
                .onItem().transformToUni(window -> begin(from, window.to(), known).map(window::from));
    }

    /// The next events of a window. A window of several steps is read whole, or else its first step alone.
    ///
    /// @param most how many events
    public Uni<Page> page(Window window, Set<Short> shards, EventFilter eventFilter, int most) {
        var end = Math.min(window.to().high(), window.after() + MOST_SCANNED);
        var several = window.steps().size() > 1;
        if (end <= window.after()) {
            return Uni.createFrom().item(new Page(List.of(), ReadPosition.at(window.to()), !window.last(), null));
        }
        return several && end < window.to().high()
                ? page(window.first(), shards, eventFilter, most)
                : read(window, end, shards, eventFilter, most)
                        .onItem().transformToUni(rows -> several && isCut(rows, most)
                                ? page(window.first(), shards, eventFilter, most)
                                : end(window, end, rows).map(reached -> page(window, reached, rows, most)));
    }

    /// A stretch without events goes on to the next one there is: the log may begin much later or have lost days.
    private Uni<Long> end(Window window, long end, RowSet<Row> rows) {
        return rows.size() > 0 || end >= window.to().high()
                ? Uni.createFrom().item(end)
                : database.query(NEXT, Tuple.of(end, window.to().high()))
                        .map(next -> next.iterator().next().getLong(0));
    }

    private Uni<RowSet<Row>> read(Window window, long end, Set<Short> shards, EventFilter eventFilter, int most) {
        return database.query(PAGE, new ArrayColumns()
                .value(window.after())
                .value(end)
                .value(window.from().snapshot().text())
                .value(window.to().snapshot().text())
                .value(shards.toArray(Short[]::new))
                .value(eventFilter.topicPattern())
                .value(eventFilter.typePattern())
                .value(eventFilter.headers().isEmpty() ? null : Json.encode(eventFilter.headers()))
                .value(most)
                .value(MOST_BYTES)
                .tuple());
    }

    /// Whether there may be more in the stretch that was read.
    private static boolean isCut(RowSet<Row> rows, int most) {
        return rows.size() > 0 && (rows.size() == most || rows.size() < rows.iterator().next().getLong("total"));
    }

    private static Page page(Window window, long end, RowSet<Row> rows, int most) {
        var events = new ArrayList<PlacedEvent>(rows.size());
        rows.forEach(row -> events.add(new PlacedEvent(row.getLong("seq"), row.getLong("tx"), row.getShort("shard"),
                EventRow.event(row))));
        var reached = isCut(rows, most) ? events.getLast().seq() : end;
        var place = reached >= window.to().high()
                ? ReadPosition.at(window.to())
                : new ReadPosition(window.from(), window.to(), reached);
        if (window.steps().size() > 1) {
            events.sort(Comparator.<PlacedEvent>comparingInt(placed -> window.step(placed.tx()))
                    .thenComparingLong(PlacedEvent::seq));
        }
        return new Page(events, place, place.to() != null || !window.last(),
                rows.size() == 0 ? null : rows.iterator().next().getString("incarnation"));
    }

    /// The edge of now only if all ticks are there and fit; the first of all edges even if it does not.
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

    private Uni<Long> begin(Edge from, Edge to, List<Edge> known) {
        var ended = from.firstEnded(to);
        if (ended.isEmpty()) {
            return Uni.createFrom().item(from.low());
        }
        var tx = ended.getAsLong();
        for (var edge : known.reversed()) {
            if (edge.next() <= tx) {
                return Uni.createFrom().item(Math.min(edge.low(), from.low()));
            }
        }
        return database.query(BORN, Tuple.of(Long.toString(tx)))
                .map(rows -> Math.min(rows.iterator().next().getLong(0), from.low()));
    }
}
