package dev.onceward.request;

import java.util.List;
import java.util.Map;

import io.netty.handler.codec.http.QueryStringDecoder;

/// Parameters as a query or a form has them. What a stranger wrote may be broken: then there are none.
final class Parameters {
    private Parameters() {}

    static Map<String, List<String>> of(QueryStringDecoder encoded) {
        try {
            return encoded.parameters();
        } catch (IllegalArgumentException broken) {
            return Map.of();
        }
    }
}
