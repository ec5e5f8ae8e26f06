package dev.onceward.outbox;

import java.util.Arrays;
import java.util.List;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import org.jspecify.annotations.Nullable;

import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

/// The log as it is, read back as what went into it.
final class StoredEvents {
    private static final String ALL = """
            SELECT id, source, topic, type, ordering, headers, body, traceparent, tracestate, correlation, causation
              FROM onceward.event
             ORDER BY seq
            """;

    private StoredEvents() {}

    /// An event that has everything an event can have.
    static OutgoingEvent full() {
        return OutgoingEvent.builder().source("shop").topic("orders").type("paid").orderingKey("customer-7")
                .header("content-type", "application/json").header("X-Shop", "Zürich \"1\"")
                .body(Buffer.buffer(new byte[]{0, 1, -1})).trace("00-parent", "state")
                .correlation("correlation").causation("causation").build();
    }

    private static List<OutgoingEvent> all() {
        return await(Servers.pool().query(ALL).execute()).stream().map(StoredEvents::event).toList();
    }

    private static OutgoingEvent event(Row row) {
        var event = OutgoingEvent.builder().id(row.getUUID("id")).source(row.getString("source"))
                .topic(row.getString("topic")).type(row.getString("type")).orderingKey(row.getString("ordering"))
                .body(row.get(Buffer.class, "body"))
                .trace(row.getString("traceparent"), row.getString("tracestate"))
                .correlation(row.getString("correlation")).causation(row.getString("causation"));
        for (var header : row.getJsonObject("headers")) {
            var _ = event.header(header.getKey(), (String) header.getValue());
        }
        return event.build();
    }

    static void assertAre(OutgoingEvent... events) {
        assertAre(List.of(events));
    }

    /// In this order, and nothing else.
    static void assertAre(List<OutgoingEvent> events) {
        assertThat(all().stream().map(StoredEvents::values))
                .containsExactlyElementsOf(events.stream().map(StoredEvents::values).toList());
    }

    private static List<@Nullable Object> values(OutgoingEvent event) {
        return Arrays.asList(event.id(), event.source(), event.topic(), event.type(), event.orderingKey(),
                event.headers(),
                event.body(), event.trace());
    }
}
