package dev.onceward.intake.quarantine;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;

import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

/// A request in quarantine with its headers and body.
///
/// @param headers each a text, or a list of texts if the request had the header more than once
public record QuarantinedRequest(QuarantineListItem summary, String method, String query, JsonObject headers,
        Buffer body) {

    /// Returns the request as it arrived, without the credentials.
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
