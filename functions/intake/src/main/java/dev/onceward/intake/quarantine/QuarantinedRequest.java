package dev.onceward.intake.quarantine;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

/// All that is kept of a request in quarantine.
///
/// @param headers texts, or lists of texts where a header came more than once
public record QuarantinedRequest(QuarantineListItem summary, String method, String query, JsonObject headers,
        Buffer body) {

    /// As it came, but for the credentials.
    public Request request() {
        var lines = MultiMap.caseInsensitiveMultiMap();
        for (var header : headers) {
            if (header.getValue() instanceof JsonArray values) {
                values.forEach(value -> lines.add(header.getKey(), String.valueOf(value)));
            } else {
                lines.add(header.getKey(), String.valueOf(header.getValue()));
            }
        }
        return new Request(new RequestLine(method, query, ""), lines, body);
    }
}
