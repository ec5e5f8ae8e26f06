package dev.onceward.outbox;

import java.util.List;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import org.hibernate.reactive.mutiny.Mutiny;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.wake.WakeRelay;

/// The [Outbox] for Hibernate Reactive: stores events over the session's own connection, in its transaction. It does
/// not wait until the session has flushed; both are stored by the commit.
@DefaultBean
@Singleton
public final class SessionOutbox {

    private static final String PUT = """
            INSERT INTO onceward.event (id, source, topic, type, ordering, shard, headers, body,
                                        traceparent, tracestate, correlation, causation)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, CAST(CAST(?7 AS text) AS jsonb), ?8, ?9, ?10, ?11, ?12)
            """;

    private final WakeRelay wakeRelay;

    SessionOutbox(WakeRelay wakeRelay) {
        this.wakeRelay = wakeRelay;
    }

    /// Stores events in the transaction of a session, in their order.
    ///
    /// @param session with a transaction under way, which the caller commits
    public Uni<Void> put(Mutiny.Session session, OutgoingEvent... events) {
        return put(session, List.of(events));
    }

    /// In the order of the list.
    public Uni<Void> put(Mutiny.Session session, List<OutgoingEvent> events) {
        if (session.currentTransaction() == null) {
            return Uni.createFrom().failure(new IllegalStateException(
                    "An outbox needs a transaction: without one an event may be told of what is never committed."));
        }
        return Multi.createFrom().iterable(events)
                .onItem().transformToUniAndConcatenate(event -> insert(session, event))
                .collect().last()
                .replaceWithVoid();
    }

    private Uni<Integer> insert(Mutiny.Session session, OutgoingEvent event) {
        return session.createNativeQuery(PUT)
                .setParameter(1, event.id())
                .setParameter(2, event.source())
                .setParameter(3, event.topic())
                .setParameter(4, event.type())
                .setParameter(5, event.orderingKey())
                .setParameter(6, Shard.of(event.orderingKey(), event.id()))
                .setParameter(7, Json.encode(event.headers()))
                .setParameter(8, event.body().getBytes())
                .setParameter(9, event.trace().parent())
                .setParameter(10, event.trace().state())
                .setParameter(11, event.trace().correlation())
                .setParameter(12, event.trace().causation())
                .executeUpdate()
                .onItem().invoke(() -> wakeRelay.appended(event.topic()));
    }
}
