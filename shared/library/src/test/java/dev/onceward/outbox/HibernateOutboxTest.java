package dev.onceward.outbox;

import java.util.UUID;

import io.smallrye.mutiny.Uni;
import org.hibernate.cfg.Configuration;
import org.hibernate.reactive.mutiny.Mutiny;
import org.hibernate.reactive.provider.ReactiveServiceRegistryBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.event.Shard;
import dev.onceward.internal.wake.WakeRelays;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class HibernateOutboxTest {
    private static final Mutiny.SessionFactory SESSIONS = sessions();

    private final HibernateOutbox outbox = new HibernateOutbox(WakeRelays.announce(), Outboxes.CONFIG, () -> SESSIONS);

    @AfterAll
    static void close() {
        SESSIONS.close();
    }

    @Test
    void events_are_committed_with_the_session_and_are_not_in_the_log_before() {
        var before = await(SESSIONS.withTransaction((session, _) -> outbox
                .put(session, outgoing("k"), outgoing("k"))
                .replaceWith(() -> sql().count("event"))));
        assertThat(before).isZero();
        assertThat(sql().count("event")).isEqualTo(2);
    }

    @Test
    void events_of_a_session_that_fails_are_not_in_the_log() {
        assertThatThrownBy(() -> await(SESSIONS.withTransaction((session, _) -> outbox
                .put(session, outgoing("k"))
                .onItem().transformToUni(_ -> Uni.createFrom().<Void>failure(new IllegalStateException("no"))))))
                .hasMessageContaining("no");
        assertThat(sql().count("event")).isZero();
    }

    @Test
    void a_put_without_a_transaction_fails_and_stores_no_event() {
        assertThatThrownBy(() -> await(SESSIONS.withSession(session -> outbox.put(session, outgoing("k")))))
                .hasMessageContaining("needs a transaction");
        assertThat(sql().count("event")).isZero();
    }

    @Test
    void events_are_put_into_the_transaction_under_way_without_naming_its_session() {
        var before = await(SESSIONS.withTransaction((_, _) -> outbox.put(outgoing("k"))
                .replaceWith(() -> sql().count("event"))));
        assertThat(before).isZero();
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void a_put_without_a_session_fails_and_stores_no_event() {
        assertThatThrownBy(() -> await(outbox.put(outgoing("k")))).hasMessageContaining("needs a transaction");
        assertThatThrownBy(() -> await(SESSIONS.withSession(_ -> outbox.put(outgoing("k")))))
                .hasMessageContaining("needs a transaction");
        assertThat(sql().count("event")).isZero();
    }

    @Test
    void events_are_stored_unchanged_in_the_order_of_the_list() {
        var full = StoredEvents.full();
        var bare = outgoing(null);
        var _ = await(SESSIONS.withTransaction((session, _) -> outbox.put(session, full, bare)));
        StoredEvents.assertAre(full, bare);
        assertThat(sql().query("SELECT shard FROM onceward.event ORDER BY seq LIMIT 1"))
                .isEqualTo(Short.toString(Shard.of("customer-7", full.id())));
    }

    private static OutgoingEvent outgoing(@Nullable String ordering) {
        return OutgoingEvent.builder().id(UUID.randomUUID()).source("shop").topic("orders").orderingKey(ordering)
                .body("{}").build();
    }

    static Mutiny.SessionFactory sessions() {
        var settings = new Configuration().setProperty("jakarta.persistence.jdbc.url", Servers.postgres().url());
        return settings.buildSessionFactory(new ReactiveServiceRegistryBuilder()
                .applySettings(settings.getProperties()).build()).unwrap(Mutiny.SessionFactory.class);
    }
}
