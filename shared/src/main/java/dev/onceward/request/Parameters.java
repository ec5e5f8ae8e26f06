package dev.onceward.request;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Parameters as a query or a form has them: between `&`, with `=` between name and value, and nothing else means
/// anything. All of it is read or nothing: what one reader skips another may not.
final class Parameters {
    private static final int MOST = 10_000;

    private Parameters() {}

    /// Nothing if it is broken, or has more of them than anybody needs.
    static Optional<Map<String, List<String>>> of(String encoded) {
        var parameters = new LinkedHashMap<String, List<String>>();
        var count = 0;
        for (var start = 0; start < encoded.length();) {
            var next = encoded.indexOf('&', start);
            var end = next < 0 ? encoded.length() : next;
            if (++count > MOST || !read(encoded.substring(start, end), parameters)) {
                return Optional.empty();
            }
            start = end + 1;
        }
        return Optional.of(parameters);
    }

    private static boolean read(String parameter, Map<String, List<String>> into) {
        var equals = parameter.indexOf('=');
        try {
            var name = URLDecoder.decode(equals < 0 ? parameter : parameter.substring(0, equals), UTF_8);
            into.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(equals < 0 ? "" : URLDecoder.decode(parameter.substring(equals + 1), UTF_8));
            return true;
        } catch (IllegalArgumentException broken) {
            return false;
        }
    }
}
