package dev.onceward.outbox;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.testing.Servers;

import static dev.onceward.testing.Servers.await;

/// The log as it is, read back as what went into it.
final class StoredEvents {
    private static final String ALL = """
            SELECT id, source, topic, type, ordering, headers, body, traceparent, tracestate, correlation, causation
              FROM onceward.event
             ORDER BY seq
            """;

    private StoredEvents() {}

    static List<OutgoingEvent> all() {
        return await(Servers.pool().query(ALL).execute()).stream().map(StoredEvents::event).toList();
    }

    private static OutgoingEvent event(Row row) {
        return new OutgoingEvent(row.getUUID("id"), row.getString("source"), row.getString("topic"),
                row.getString("type"), row.getString("ordering"), headers(row.getJsonObject("headers")),
                row.get(Buffer.class, "body"), new EventTrace(row.getString("traceparent"),
                        row.getString("tracestate"), row.getString("correlation"), row.getString("causation")));
    }

    private static Map<String, String> headers(JsonObject json) {
        var headers = new LinkedHashMap<String, String>();
        json.forEach(header -> headers.put(header.getKey(), String.valueOf(header.getValue())));
        return headers;
    }
}
