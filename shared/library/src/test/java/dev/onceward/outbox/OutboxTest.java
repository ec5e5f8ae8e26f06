package dev.onceward.outbox;

import java.util.List;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import dev.onceward.internal.event.Shard;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class OutboxTest {
    private final Outbox outbox = Outboxes.outbox();

    @Test
    void events_are_in_the_log_when_the_transaction_is_committed_and_not_before() {
        var committed = await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("k"))
                .replaceWith(() -> sql().count("event"))));
        assertThat(committed).isZero();
        assertThat(sql().count("event")).isEqualTo(1);
    }

    @Test
    void events_of_a_transaction_that_fails_are_not_in_the_log() {
        assertThatThrownBy(() -> await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("k"))
                .onItem().transformToUni(_ -> Uni.createFrom().<Void>failure(new IllegalStateException("no"))))))
                .hasMessageContaining("no");
        assertThat(sql().count("event")).isZero();
    }

    /// Also if somebody goes on as if nothing had happened.
    @Test
    void an_event_that_cannot_be_stored_fails_the_transaction() {
        assertThatThrownBy(() -> await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("good"), with("bad", "body").header("x", "nul \0").build())
                .onFailure().recoverWithNull())))
                .isNotNull();
        assertThat(sql().count("event")).isZero();
    }

    @Test
    void events_are_stored_in_the_order_of_the_list() {
        var events = IntStream.range(0, 500).mapToObj(_ -> outgoing("k")).toList();
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, events)));
        StoredEvents.assertAre(events);
    }

    @Test
    void an_event_is_stored_unchanged_in_the_shard_of_its_ordering_key() {
        var event = StoredEvents.full();
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, event)));
        StoredEvents.assertAre(event);
        assertThat(sql().query("SELECT shard FROM onceward.event"))
                .isEqualTo(Short.toString(Shard.of("customer-7", event.id())));
    }

    @Test
    void an_event_of_a_megabyte_is_stored_whole() {
        var large = with("k", "x".repeat(1 << 20)).build();
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, large)));
        assertThat(sql().query("SELECT octet_length(body) FROM onceward.event")).isEqualTo("1048576");
    }

    @Test
    void an_empty_body_and_an_empty_list_of_events_are_accepted() {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, List.of())
                .onItem().transformToUni(_ -> outbox.put(transaction, with(null, "").build()))));
        assertThat(sql().query("SELECT octet_length(body) FROM onceward.event")).isEqualTo("0");
    }

    @Test
    void an_edge_is_recorded_after_events_are_put() {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, outgoing("k"))));
        assertThat(Eventually.value(() -> sql().count("recorded_edge"), edges -> edges > 0)).isPositive();
    }

    private static OutgoingEvent outgoing(String key) {
        return with(key, "body").build();
    }

    private static OutgoingEvent.Builder with(@Nullable String key, String body) {
        return OutgoingEvent.builder().source("shop").topic("orders").orderingKey(key).body(body);
    }
}
