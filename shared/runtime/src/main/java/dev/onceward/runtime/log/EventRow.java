package dev.onceward.runtime.log;

import java.util.LinkedHashMap;
import java.util.Map;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.mutiny.sqlclient.Row;

import dev.onceward.internal.event.EventTrace;

/// Reads an event from a row with all columns of the table except its position in the log.
public final class EventRow {
    private EventRow() {}

    public static Event event(Row row) {
        return new Event(row.getUUID("id"), row.getOffsetDateTime("at").toInstant(), row.getString("source"),
                row.getString("topic"), row.getString("type"), row.getString("ordering"),
                row.getString("ordering_group"), headers(row.getJsonObject("headers")), row.get(Buffer.class, "body"),
                trace(row));
    }

    private static EventTrace trace(Row row) {
        return new EventTrace(row.getString("traceparent"), row.getString("tracestate"), row.getString("correlation"),
                row.getString("causation"));
    }

    private static Map<String, String> headers(JsonObject json) {
        var headers = new LinkedHashMap<String, String>();
        json.forEach(header -> headers.put(header.getKey(), String.valueOf(header.getValue())));
        return headers;
    }
}
