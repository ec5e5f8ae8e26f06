package dev.onceward.internal.request;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

/// Requests as a test writes them.
public final class Requests {
    private Requests() {}

    /// @param headers name, value, name, value
    public static Request of(String body, String... headers) {
        return of(Buffer.buffer(body), headers);
    }

    public static Request of(byte[] body, String... headers) {
        return of(Buffer.buffer(body), headers);
    }

    private static Request of(Buffer body, String... headers) {
        var map = MultiMap.caseInsensitiveMultiMap();
        for (var i = 0; i < headers.length; i += 2) {
            map.add(headers[i], headers[i + 1]);
        }
        return new Request(map, body);
    }
}
