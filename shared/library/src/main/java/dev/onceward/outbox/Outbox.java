package dev.onceward.outbox;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.postgres.ArrayColumns;
import dev.onceward.internal.wake.WakeRelay;

/// Stores events of business code in its own transaction, so that they exist exactly if its rows do. They are in the
/// log beside those that intake stored, and are delivered like them.
@DefaultBean
@Singleton
public final class Outbox {

    /// Safe because the primary key of `key` decides a race, and because all transactions take their ids in one order, so
    /// that two of them cannot wait for each other.
    static final String CLAIM = "SELECT onceward.claim_event_ids($1, $2, $3)";

    /// Safe because it commits or rolls back with the rest of the transaction.
    private static final String PUT = """
            INSERT INTO onceward.event (id, source, topic, type, ordering, shard, headers, body,
                                        traceparent, tracestate, correlation, causation)
            SELECT id, source, topic, type, ordering, shard, headers::jsonb, body,
                   traceparent, tracestate, correlation, causation
              FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::int2[], $7::text[], $8::bytea[],
                          $9::text[], $10::text[], $11::text[], $12::text[]) WITH ORDINALITY
                AS item (id, source, topic, type, ordering, shard, headers, body, traceparent, tracestate, correlation,
                         causation, place)
             ORDER BY place
            """;

    private final WakeRelay wakeRelay;
    private final double kept;

    Outbox(WakeRelay wakeRelay, OutboxConfig config) {
        this.wakeRelay = wakeRelay;
        this.kept = BusinessKeys.seconds(config);
    }

    /// Stores events in a transaction, in their order.
    ///
    /// @param transaction the caller's, which the caller commits
    public Uni<Void> put(SqlConnection transaction, OutgoingEvent... events) {
        return put(transaction, List.of(events));
    }

    /// Stores events in the order of the list. Events with a business key that were stored before are left out.
    public Uni<Void> put(SqlConnection transaction, List<OutgoingEvent> events) {
        return putNew(transaction, events).replaceWithVoid();
    }

    /// @return how many events were stored
    Uni<Integer> putNew(SqlConnection transaction, List<OutgoingEvent> events) {
        return claim(transaction, BusinessKeys.toClaim(events))
                .chain(claimed -> insert(transaction, BusinessKeys.toStore(events, claimed)));
    }

    private Uni<Set<UUID>> claim(SqlConnection transaction, List<OutgoingEvent> events) {
        return events.isEmpty()
                ? Uni.createFrom().item(Set.of())
                : transaction.preparedQuery(CLAIM).execute(new ArrayColumns()
                        .column(events, OutgoingEvent::id, UUID[]::new)
                        .texts(events, OutgoingEvent::topic)
                        .value(kept).tuple())
                        .map(rows -> rows.stream().map(row -> row.getUUID(0)).collect(Collectors.toSet()));
    }

    private Uni<Integer> insert(SqlConnection transaction, List<OutgoingEvent> events) {
        return events.isEmpty()
                ? Uni.createFrom().item(0)
                : transaction.preparedQuery(PUT).execute(columns(events))
                        .onItem().invoke(() -> events.forEach(event -> wakeRelay.appended(event.topic())))
                        .replaceWith(events.size());
    }

    private static Tuple columns(List<OutgoingEvent> events) {
        return new ArrayColumns()
                .column(events, OutgoingEvent::id, UUID[]::new)
                .texts(events, OutgoingEvent::source)
                .texts(events, OutgoingEvent::topic)
                .texts(events, OutgoingEvent::type)
                .texts(events, OutgoingEvent::orderingKey)
                .column(events, event -> Shard.of(event.orderingKey(), event.id()), Short[]::new)
                .texts(events, event -> Json.encode(event.headers()))
                .column(events, OutgoingEvent::body, Buffer[]::new)
                .texts(events, event -> event.trace().parent())
                .texts(events, event -> event.trace().state())
                .texts(events, event -> event.trace().correlation())
                .texts(events, event -> event.trace().causation())
                .tuple();
    }
}
