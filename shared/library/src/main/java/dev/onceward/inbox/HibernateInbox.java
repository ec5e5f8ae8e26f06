package dev.onceward.inbox;

import java.util.UUID;
import java.util.function.Supplier;

import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.smallrye.mutiny.Uni;
import org.hibernate.reactive.mutiny.Mutiny;

import dev.onceward.inbox.InboxResult.AlreadyProcessed;
import dev.onceward.inbox.InboxResult.Processed;
import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.InboxRetention;
import dev.onceward.internal.key.RequiredText;

/// The [Inbox] for Hibernate Reactive: marks a message over the session's own connection, in its transaction.
@DefaultBean
@Singleton
public final class HibernateInbox {

    /// Safe because the primary key of `inbox` decides a race, and the mark commits or rolls back with the rest of the
    /// session's transaction.
    private static final String MARK = """
            SELECT count(*)
              FROM onceward.mark_messages(CAST(?1 AS text), ARRAY[CAST(?2 AS text)], ?3, ?4)
            """;

    private final InboxConfig config;

    HibernateInbox(InboxConfig config) {
        this.config = config;
    }

    /// Processes a message in the transaction of a session. If another delivery of the message is being processed, this one
    /// waits for its end. If the effect fails, the transaction cannot be committed any more.
    ///
    /// @param session with a transaction under way, which the caller commits; acknowledge the message after that
    /// @param messageId the same for each delivery of the message, and another one for each other message of the consumer
    public <T> Uni<InboxResult<T>> once(Mutiny.Session session, String consumer, String messageId,
            Supplier<Uni<T>> effect) {
        return Uni.createFrom().deferred(() -> mark(session, RequiredText.checked("name of the consumer", consumer),
                RequiredText.checked("message id", messageId)))
                .onItem().transformToUni(marked -> runIfNew(marked, session, effect));
    }

    private Uni<Long> mark(Mutiny.Session session, String consumer, String id) {
        if (session.currentTransaction() == null) {
            return Uni.createFrom().failure(new IllegalStateException(
                    "An inbox needs a transaction: without one a message may be marked whose effect is never committed."));
        }
        return session.createNativeQuery(MARK, Long.class)
                .setParameter(1, consumer)
                .setParameter(2, id)
                .setParameter(3, UUID.randomUUID())
                .setParameter(4, InboxRetention.of(config, consumer).seconds())
                .getSingleResult();
    }

    private static <T> Uni<InboxResult<T>> runIfNew(long marked, Mutiny.Session session, Supplier<Uni<T>> effect) {
        return marked == 0
                ? Uni.createFrom().item(new AlreadyProcessed<>())
                : Uni.createFrom().deferred(effect::get)
                        .onItem().<InboxResult<T>>transform(Processed::new)
                        .onFailure().invoke(() -> session.currentTransaction().markForRollback());
    }
}
