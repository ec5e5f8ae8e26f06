package dev.onceward.outbox;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.event.Shard;
import dev.onceward.internal.wake.Announces;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@OnServers
class OutboxTest {
    private final Outbox outbox = new Outbox(Announces.announce());

    @Test
    void events_are_there_when_the_transaction_is_committed_and_not_before() {
        var committed = await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("k"))
                .replaceWith(() -> Sql.count("event"))));
        assertThat(committed).isZero();
        assertThat(Sql.count("event")).isEqualTo(1);
    }

    @Test
    void events_of_a_transaction_that_fails_are_not_there() {
        assertThatThrownBy(() -> await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("k"))
                .onItem().transformToUni(_ -> Uni.createFrom().<Void>failure(new IllegalStateException("no"))))))
                .hasMessageContaining("no");
        assertThat(Sql.count("event")).isZero();
    }

    /// Also if somebody goes on as if nothing had happened.
    @Test
    void what_cannot_be_stored_fails_the_transaction() {
        assertThatThrownBy(() -> await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("good"), with("bad", Map.of("x", "nul \0"), "body"))
                .onFailure().recoverWithNull())))
                .isNotNull();
        assertThat(Sql.count("event")).isZero();
    }

    @Test
    void events_lie_in_the_log_in_the_order_of_the_list() {
        var events = IntStream.range(0, 500).mapToObj(_ -> outgoing("k")).toList();
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, events)));
        assertThat(StoredEvents.all()).isEqualTo(events);
    }

    @Test
    void an_event_is_stored_as_it_is_and_in_the_shard_of_its_key() {
        var event = new OutgoingEvent(EventId.next(Clock.systemUTC()), "shop", "orders", "paid", "customer-7",
                Map.of("content-type", "application/json", "x-shop", "Zürich \"1\""),
                Buffer.buffer(new byte[]{0, 1, -1}),
                new EventTrace("00-parent", "state", "correlation", "causation"));
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, event)));
        assertThat(StoredEvents.all()).containsExactly(event);
        assertThat(Sql.ask("SELECT shard FROM onceward.event"))
                .isEqualTo(Short.toString(Shard.of("customer-7", event.id())));
    }

    @Test
    void an_event_of_a_megabyte_is_stored_whole() {
        var large = with("k", Map.of(), "x".repeat(1 << 20));
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, large)));
        assertThat(Sql.ask("SELECT octet_length(body) FROM onceward.event")).isEqualTo("1048576");
    }

    @Test
    void an_empty_body_and_no_events_at_all_are_fine() {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, List.of())
                .onItem().transformToUni(_ -> outbox.put(transaction, with(null, Map.of(), "")))));
        assertThat(Sql.ask("SELECT octet_length(body) FROM onceward.event")).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            ordering key, shop, orders, paid, long
            ordering key, shop, orders, paid, ''
            source,       long, orders, paid, k
            topic,        shop, long,   paid, k
            type,         shop, orders, long, k""")
    void an_event_with_a_text_that_is_too_long_fails_before_anything_is_stored(String what, String source, String topic,
            String type, String ordering) {
        var bad = new OutgoingEvent(EventId.next(Clock.systemUTC()), lengthened(source), lengthened(topic),
                lengthened(type), lengthened(ordering), Map.of(), Buffer.buffer("body"), EventTrace.NONE);
        var stored = await(Servers.pool().withTransaction(transaction -> outbox
                .put(transaction, outgoing("k"), bad)
                .onItem().transform(_ -> "stored")
                .onFailure(IllegalArgumentException.class).recoverWithItem(Throwable::getMessage)));
        assertThat(stored).startsWith("The " + what + " of the event " + bad.id() + " has ")
                .endsWith(" characters: it must have 1 to 255, none of them a control character or half a character.");
        assertThat(Sql.count("event")).isZero();
    }

    private static String lengthened(String text) {
        return text.equals("long") ? "\u4e00".repeat(256) : text;
    }

    @Test
    void a_tick_is_left_for_those_who_read_a_backlog() {
        var _ = await(Servers.pool().withTransaction(transaction -> outbox.put(transaction, outgoing("k"))));
        assertThat(Eventually.answer(() -> Sql.count("recorded_edge"), edges -> edges > 0)).isPositive();
    }

    private static OutgoingEvent outgoing(String key) {
        return with(key, Map.of(), "body");
    }

    private static OutgoingEvent with(@Nullable String key, Map<String, String> headers, String body) {
        return new OutgoingEvent(EventId.next(Clock.systemUTC()), "shop", "orders", null, key, headers,
                Buffer.buffer(body), EventTrace.NONE);
    }
}
