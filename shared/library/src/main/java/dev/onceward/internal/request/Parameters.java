package dev.onceward.internal.request;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import dev.onceward.internal.memory.ReadingMemory;
import dev.onceward.internal.memory.RequestMemory;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Parses parameters of a query or a form: separated by `&`, with `=` between name and value. It reads all of them or
/// none, because another parser may not skip what this one skips.
final class Parameters {
    private static final int MOST = 10_000;

    /// The memory of a name, a value and a list of values in a map. The texts take up to five times their bytes: as
    /// they arrived, while they are decoded, and when the signed content is built from them.
    private static final int PARAMETER_BYTES = 320;

    private Parameters() {}

    /// Empty if the parameters are malformed or too many.
    static Optional<Map<String, List<String>>> of(String encoded) {
        return of(ByteBuffer.wrap(encoded.getBytes(UTF_8)), new ReadingMemory(RequestMemory.UNLIMITED));
    }

    /// Parses bytes, of which only one parameter at a time becomes a text.
    static Optional<Map<String, List<String>>> of(ByteBuffer encoded, ReadingMemory meter) {
        var parameters = new LinkedHashMap<String, List<String>>();
        var count = 0;
        for (var start = 0; start < encoded.remaining();) {
            var end = end(encoded, start);
            meter.take(PARAMETER_BYTES + 5L * (end - start));
            if (++count > MOST || !read(text(encoded, start, end), parameters)) {
                return Optional.empty();
            }
            start = end + 1;
        }
        return Optional.of(parameters);
    }

    private static int end(ByteBuffer encoded, int start) {
        var end = start;
        while (end < encoded.remaining() && encoded.get(end) != '&') {
            end++;
        }
        return end;
    }

    private static String text(ByteBuffer encoded, int start, int end) {
        return new String(encoded.array(), encoded.arrayOffset() + start, end - start, UTF_8);
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
