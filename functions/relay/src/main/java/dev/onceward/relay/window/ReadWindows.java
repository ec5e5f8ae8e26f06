package dev.onceward.relay.window;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.postgres.Database;
import dev.onceward.runtime.log.EventRow;

/// Reads the events of a window, page by page.
public final class ReadWindows {
    private static final int MOST_SCANNED = 20_000;
    private static final int MOST_BYTES = 16 << 20;

    /// Reads what the second snapshot shows and the first does not, in a stretch of the log, up to a number of events
    /// and of bytes; `total` is how many events there were before the limit of bytes. A body is read only if it is
    /// returned. Safe because the two snapshots decide what belongs to the window, whenever the statement runs; the
    /// incarnation shows whether the server crashed after they were taken.
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
            SELECT (SELECT coalesce(onceward.server_incarnation(), 'none')) AS incarnation, total, seq,
                   tx::text::int8 AS tx, shard, id, at, source, topic, type, ordering, ordering_group, headers, body,
                   traceparent, tracestate, correlation, causation
              FROM counted
             WHERE before < $10
             ORDER BY seq
            """;

    /// Reads where the next event is. Safe because everything that a window shows is committed and visible to this
    /// statement.
    private static final String NEXT = """
            SELECT coalesce(min(seq) - 1, $2)
              FROM onceward.event
             WHERE seq > $1
            """;

    private final Database database;

    public ReadWindows(Pool pool, Duration patience) {
        this.database = new Database(pool, patience);
    }

    /// Reads the next events of a window. A window of several steps is read as a whole; if that is too much, only its
    /// first step is read.
    ///
    /// @param most the most events of the page
    public Uni<Page> page(Window window, Set<Short> shards, EventFilter eventFilter, int most) {
        return read(Stretch.of(window), shards, eventFilter, most)
                .chain(found -> found.mustBeShorter()
                        ? read(Stretch.of(window.first()), shards, eventFilter, most)
                        : Uni.createFrom().item(found))
                .chain(this::skipGap)
                .map(FoundRows::page);
    }

    private Uni<FoundRows> read(Stretch stretch, Set<Short> shards, EventFilter eventFilter, int most) {
        return stretch.isEmpty()
                ? Uni.createFrom().item(new FoundRows(stretch, List.of(), most))
                : database.query(PAGE, values(stretch, shards, eventFilter, most))
                        .map(rows -> new FoundRows(stretch, rows.stream().toList(), most));
    }

    private static Tuple values(Stretch stretch, Set<Short> shards, EventFilter eventFilter, int most) {
        return new ArrayColumns()
                .value(stretch.window().after())
                .value(stretch.end())
                .value(stretch.window().from().snapshot().text())
                .value(stretch.window().to().snapshot().text())
                .value(shards.toArray(Short[]::new))
                .value(eventFilter.topicPattern())
                .value(eventFilter.typePattern())
                .value(eventFilter.headers().isEmpty() ? null : Json.encode(eventFilter.headers()))
                .value(most)
                .value(MOST_BYTES)
                .tuple();
    }

    /// Continues a stretch without events up to the next event, because the log may begin much later or have dropped
    /// days.
    private Uni<FoundRows> skipGap(FoundRows found) {
        var stretch = found.stretch();
        return !found.rows().isEmpty() || stretch.isToTheEnd()
                ? Uni.createFrom().item(found)
                : database.query(NEXT, Tuple.of(stretch.end(), stretch.window().to().high()))
                        .map(next -> found.upTo(next.iterator().next().getLong(0)));
    }

    /// The part of a window that is read at once, up to a place in the log.
    private record Stretch(Window window, long end) {

        /// Takes the whole window. If it has several steps and is too long, takes only the first step, because parts of
        /// several steps cannot be put in order.
        static Stretch of(Window window) {
            var whole = limited(window);
            return window.hasSteps() && !whole.isToTheEnd() ? limited(window.first()) : whole;
        }

        private static Stretch limited(Window window) {
            return new Stretch(window, Math.min(window.to().high(), window.after() + MOST_SCANNED));
        }

        boolean isEmpty() {
            return end <= window.after();
        }

        boolean isToTheEnd() {
            return end >= window.to().high();
        }
    }

    /// The events of a stretch, in the order of `seq`.
    private record FoundRows(Stretch stretch, List<Row> rows, int most) {

        /// Whether the events cannot be put in the order of the steps, because some are missing.
        boolean mustBeShorter() {
            return stretch.window().hasSteps() && isCut();
        }

        FoundRows upTo(long end) {
            return new FoundRows(new Stretch(stretch.window(), end), rows, most);
        }

        Page page() {
            var window = stretch.window();
            var reached = isCut() ? rows.getLast().getLong("seq") : stretch.end();
            var place = reached >= window.to().high()
                    ? ReadPosition.at(window.to())
                    : new ReadPosition(window.from(), window.to(), reached);
            return new Page(events(), place, place.to() != null || !window.last(),
                    rows.isEmpty() ? null : rows.getFirst().getString("incarnation"));
        }

        /// Events of an earlier step come first. The sort is stable, so it keeps the order within a step.
        private List<EventToDeliver> events() {
            return rows.stream()
                    .sorted(Comparator.comparingInt(row -> stretch.window().step(row.getLong("tx"))))
                    .map(row -> EventToDeliver.ofLog(row.getShort("shard"), EventRow.event(row)))
                    .toList();
        }

        /// Whether the stretch may have more events than were read.
        private boolean isCut() {
            return !rows.isEmpty() && (rows.size() == most || rows.size() < rows.getFirst().getLong("total"));
        }
    }
}
