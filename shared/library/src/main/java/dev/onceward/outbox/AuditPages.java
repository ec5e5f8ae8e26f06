package dev.onceward.outbox;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.postgres.Database;
import dev.onceward.internal.postgres.RunInTransaction;
import dev.onceward.outbox.OutboxAudit.AuditResult;
import dev.onceward.outbox.OutboxAudit.BusinessRows;

/// Goes through the rows of one audit, page by page.
final class AuditPages<P> {
    static final int SIZE = 100;

    /// Safe because a row that is visible was committed together with its event, if it has one, and this later statement sees
    /// what was committed then. Whoever else creates the event meanwhile claims its id, and is waited for.
    static final String MISSING = "SELECT onceward.missing_event_ids($1)";

    private final Database database;
    private final BusinessRows<P> rows;
    private final OffsetDateTime oldest;
    private final BiFunction<SqlConnection, List<OutgoingEvent>, Uni<Integer>> onMissing;
    private volatile P position;

    /// @param onMissing what to do with the missing events of a page. It returns how many it has created
    AuditPages(Database database, BusinessRows<P> rows, OffsetDateTime oldest,
            BiFunction<SqlConnection, List<OutgoingEvent>, Uni<Integer>> onMissing) {
        this.database = database;
        this.rows = rows;
        this.oldest = oldest;
        this.onMissing = onMissing;
        this.position = rows.start();
    }

    Uni<AuditResult> all() {
        return Multi.createBy().repeating()
                .uni(() -> database.with(connection -> RunInTransaction.run(connection, this::page)))
                .whilst(page -> page.rows() >= SIZE)
                .collect().with(Collectors.reducing(AuditResult.NONE, AuditResult::plus));
    }

    private Uni<AuditResult> page(SqlConnection transaction) {
        return transaction.preparedQuery(rows.query()).execute(rows.page(oldest, position, SIZE))
                .map(this::events)
                .chain(events -> missing(transaction, events)
                        .chain(missing -> onMissing.apply(transaction, missing)
                                .map(created -> new AuditResult(events.size(), missing.size(), created))));
    }

    private List<OutgoingEvent> events(RowSet<Row> page) {
        page.stream().reduce((_, next) -> next).map(rows.position()).ifPresent(this::advance);
        return page.stream().map(rows.event()).map(AuditPages::checked).toList();
    }

    /// A query that did not go on would be asked for ever.
    private void advance(P last) {
        if (last.equals(position)) {
            throw new IllegalStateException(
                    "The query of the audit returned the row at %s again: it must return rows after $2, sorted."
                            .formatted(last));
        }
        position = last;
    }

    private static OutgoingEvent checked(OutgoingEvent event) {
        if (event.businessKey() == null) {
            throw new IllegalArgumentException(
                    "The " + event + " has no business key, so nobody can tell whether it is missing.");
        }
        return event;
    }

    private Uni<List<OutgoingEvent>> missing(SqlConnection transaction, List<OutgoingEvent> events) {
        var ids = events.stream().map(OutgoingEvent::id).distinct().toArray(UUID[]::new);
        return transaction.preparedQuery(MISSING).execute(Tuple.of(ids))
                .map(AuditPages::ids)
                .map(missing -> events.stream().filter(event -> missing.contains(event.id())).toList());
    }

    private static Set<UUID> ids(RowSet<Row> rows) {
        return rows.stream().map(row -> row.getUUID(0)).collect(Collectors.toSet());
    }
}
