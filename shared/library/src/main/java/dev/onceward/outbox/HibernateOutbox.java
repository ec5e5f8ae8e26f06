package dev.onceward.outbox;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.quarkus.arc.InjectableInstance;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.wake.WakeRelay;

/// The [Outbox] for Hibernate Reactive and Panache: stores events over the session's own connection, in its transaction.
/// It does not wait until the session has flushed; both are stored by the commit.
@DefaultBean
@Singleton
public final class HibernateOutbox {

    /// Safe because the primary key of `key` decides a race. It claims one id, because Hibernate passes no arrays of ids.
    private static final String CLAIM = """
            SELECT count(*)
              FROM onceward.claim_event_ids(ARRAY[CAST(?1 AS uuid)], ARRAY[CAST(?2 AS text)], ?3)
            """;

    private static final String PUT = """
            INSERT INTO onceward.event (id, source, topic, type, ordering, shard, headers, body,
                                        traceparent, tracestate, correlation, causation)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, CAST(CAST(?7 AS text) AS jsonb), ?8, ?9, ?10, ?11, ?12)
            """;

    private final WakeRelay wakeRelay;
    private final Supplier<Mutiny.SessionFactory> sessions;
    private final double kept;

    @Inject
    HibernateOutbox(WakeRelay wakeRelay, OutboxConfig config, InjectableInstance<Mutiny.SessionFactory> sessions) {
        this(wakeRelay, config, sessions::get);
    }

    HibernateOutbox(WakeRelay wakeRelay, OutboxConfig config, Supplier<Mutiny.SessionFactory> sessions) {
        this.wakeRelay = wakeRelay;
        this.sessions = sessions;
        this.kept = BusinessKeys.seconds(config);
    }

    /// Stores events in the transaction under way, in their order: that of `Panache.withTransaction`, `@WithTransaction` or
    /// the session factory's `withTransaction`, whose work calls this method.
    public Uni<Void> put(OutgoingEvent... events) {
        return put(List.of(events));
    }

    /// In the order of the list.
    public Uni<Void> put(List<OutgoingEvent> events) {
        return Uni.createFrom().deferred(() -> put(sessions.get().getCurrentSession(), events));
    }

    /// Stores events in the transaction of a session, in their order.
    ///
    /// @param session with a transaction under way, which the caller commits
    public Uni<Void> put(Mutiny.Session session, OutgoingEvent... events) {
        return put(session, List.of(events));
    }

    /// In the order of the list. Events with a business key that were stored before are left out.
    public Uni<Void> put(Mutiny.@Nullable Session session, List<OutgoingEvent> events) {
        return session == null || session.currentTransaction() == null
                ? Uni.createFrom().failure(new IllegalStateException(
                        "An outbox needs a transaction: without one an event may be told of what is never committed."))
                : claim(session, BusinessKeys.toClaim(events))
                        .chain(claimed -> insert(session, BusinessKeys.toStore(events, claimed)));
    }

    /// In the order in which all transactions claim ids, so that two of them cannot wait for each other.
    private Uni<Set<UUID>> claim(Mutiny.Session session, List<OutgoingEvent> events) {
        return Multi.createFrom().items(events.stream().sorted(Comparator.comparing(event -> event.id().toString())))
                .onItem().transformToUniAndConcatenate(event -> claim(session, event)
                        .map(count -> count > 0 ? Optional.of(event.id()) : Optional.<UUID>empty()))
                .collect().asList()
                .map(ids -> ids.stream().flatMap(Optional::stream).collect(Collectors.toSet()));
    }

    private Uni<Long> claim(Mutiny.Session session, OutgoingEvent event) {
        return session.createNativeQuery(CLAIM, Long.class)
                .setParameter(1, event.id())
                .setParameter(2, event.topic())
                .setParameter(3, kept)
                .getSingleResult();
    }

    private Uni<Void> insert(Mutiny.Session session, List<OutgoingEvent> events) {
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
