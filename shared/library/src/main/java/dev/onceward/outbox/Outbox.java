package dev.onceward.outbox;

import java.util.List;
import java.util.UUID;

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

    Outbox(WakeRelay wakeRelay) {
        this.wakeRelay = wakeRelay;
    }

    /// Stores events in a transaction, in their order.
    ///
    /// @param transaction the caller's, which the caller commits
    public Uni<Void> put(SqlConnection transaction, OutgoingEvent... events) {
        return put(transaction, List.of(events));
    }

    /// Stores events in the order of the list.
    public Uni<Void> put(SqlConnection transaction, List<OutgoingEvent> events) {
        return events.isEmpty()
                ? Uni.createFrom().voidItem()
                : transaction.preparedQuery(PUT).execute(columns(events))
                        .onItem().invoke(() -> events.forEach(event -> wakeRelay.appended(event.topic())))
                        .replaceWithVoid();
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
