package dev.onceward.internal.request;

import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import dev.onceward.internal.memory.ReadingMemory;
import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.testing.RandomInputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A form that is read parameter by parameter says what it says as one text.
class ParametersTest {

    @Test
    void the_fields_of_a_form_equal_those_of_decoding_its_whole_text() {
        RandomInputs.often(10_000, chance -> {
            var form = chance.below(2) == 0
                    ? chance.bytes(30)
                    : chance.pieces(12, "a", "b", "=", "&", "%41", "%", "%zz", "+", "é", "%e2%82%ac", "%e2", "\u20ac")
                            .getBytes(UTF_8);
            assertThat(Parameters.of(ByteBuffer.wrap(form), new ReadingMemory(RequestMemory.UNLIMITED)))
                    .as("%s", new String(form, UTF_8)).isEqualTo(whole(new String(form, UTF_8)));
        });
    }

    @Test
    void a_form_in_a_slice_of_a_buffer_is_read_without_the_bytes_around_it() {
        var bytes = "x=1&a=2&b=3".getBytes(UTF_8);
        assertThat(Parameters.of(ByteBuffer.wrap(bytes).slice(4, 3), new ReadingMemory(RequestMemory.UNLIMITED)))
                .contains(Map.of("a", List.of("2")));
    }

    private static Optional<Map<String, List<String>>> whole(String text) {
        var fields = new LinkedHashMap<String, List<String>>();
        try {
            for (var parameter : text.isEmpty() ? new String[0] : text.replaceFirst("&$", "").split("&", -1)) {
                var parts = parameter.split("=", 2);
                fields.computeIfAbsent(URLDecoder.decode(parts[0], UTF_8), _ -> new ArrayList<>())
                        .add(parts.length == 1 ? "" : URLDecoder.decode(parts[1], UTF_8));
            }
            return Optional.of(fields);
        } catch (IllegalArgumentException broken) {
            return Optional.empty();
        }
    }
}
