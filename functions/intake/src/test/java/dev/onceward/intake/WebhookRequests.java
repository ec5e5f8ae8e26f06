package dev.onceward.intake;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Webhooks as a test of a scheme writes them.
public final class WebhookRequests {
    private WebhookRequests() {}

    /// @param headers name, value, name, value
    public static Request of(String body, String... headers) {
        return of(body.getBytes(UTF_8), headers);
    }

    public static Request of(byte[] body, String... headers) {
        var pairs = MultiMap.caseInsensitiveMultiMap();
        for (var name = 0; name < headers.length; name += 2) {
            pairs.add(headers[name], headers[name + 1]);
        }
        return new Request(pairs, Buffer.buffer(body));
    }
}
