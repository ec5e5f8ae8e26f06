package dev.onceward.outbox;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;

/// Finds rows of an application that have no event, for example because they were written by an old version or by hand, and
/// can create the missing events. It may run while the application writes rows and events: an event has a business key, so it
/// is stored once, whoever stores it.
@DefaultBean
@Singleton
public final class OutboxAudit {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    /// So that no claim of an event expires while its row is looked at.
    private static final double PART_OF_RETENTION = 0.9;
    private static final String OLDEST = "SELECT now() - make_interval(secs => $1)";

    private final Database database;
    private final Outbox outbox;
    private final double reach;

    OutboxAudit(Pool pool, Outbox outbox, OutboxConfig config) {
        this.database = new Database(pool, PATIENCE);
        this.outbox = outbox;
        this.reach = PART_OF_RETENTION * BusinessKeys.seconds(config);
    }

    /// Counts the rows without an event, and changes nothing.
    public <P> Uni<AuditResult> findMissing(BusinessRows<P> rows) {
        return audit(rows, (_, _) -> Uni.createFrom().item(0));
    }

    /// Creates the events that are missing. Each page of rows is a transaction of its own. If a page fails, what the pages
    /// before it created is committed, and the next audit goes on from there.
    public <P> Uni<AuditResult> createMissing(BusinessRows<P> rows) {
        return audit(rows, outbox::putNew);
    }

    private <P> Uni<AuditResult> audit(BusinessRows<P> rows,
            BiFunction<SqlConnection, List<OutgoingEvent>, Uni<Integer>> onMissing) {
        return database.query(OLDEST, Tuple.of(reach))
                .map(answer -> answer.iterator().next().getOffsetDateTime(0))
                .chain(oldest -> new AuditPages<>(database, rows, oldest, onMissing).all());
    }

    /// The rows that must have an event.
    ///
    /// @param query reads a page of them. Its parameters are `$1`, a `timestamptz`: it must leave out rows that were written
    ///        before, because the outbox knows their events no longer; `$2`, the position after which the page begins; and
    ///        `$3`, how many rows it may have. It must sort by the position
    /// @param start the position before the first row
    /// @param position of a row, such as its id
    /// @param event of a row, with a business key. It must be the event that the application itself puts
    public record BusinessRows<P>(String query, P start, Function<Row, P> position,
            Function<Row, OutgoingEvent> event) {

        Tuple page(OffsetDateTime oldest, P after, int size) {
            return Tuple.tuple().addOffsetDateTime(oldest).addValue(after).addInteger(size);
        }
    }

    /// The result of an audit.
    ///
    /// @param rows how many were looked at
    /// @param missing how many of them had no event
    /// @param created how many events the audit has created. It is fewer than were missing if somebody else was faster
    public record AuditResult(long rows, long missing, long created) {
        static final AuditResult NONE = new AuditResult(0, 0, 0);

        AuditResult plus(AuditResult other) {
            return new AuditResult(rows + other.rows, missing + other.missing, created + other.created);
        }
    }
}
