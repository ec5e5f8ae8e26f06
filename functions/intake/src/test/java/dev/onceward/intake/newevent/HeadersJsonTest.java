package dev.onceward.intake.newevent;

import java.util.LinkedHashMap;
import java.util.Map;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.RandomInputs;

import static org.assertj.core.api.Assertions.assertThat;

class HeadersJsonTest {

    @Test
    void no_headers_are_an_empty_object() {
        assertThat(HeadersJson.of(Map.of())).isEqualTo("{}");
    }

    @Test
    void any_header_names_and_values_are_read_back_unchanged() {
        RandomInputs.often(chance -> {
            var headers = new LinkedHashMap<String, String>();
            for (var n = chance.below(5); n >= 0; n--) {
                headers.put(text(chance), text(chance));
            }
            assertThat(new JsonObject(HeadersJson.of(headers)).getMap()).isEqualTo(headers);
        });
    }

    private static String text(RandomInputs chance) {
        return chance.below(2) == 0
                ? chance.text(0, 30, '\0', '\u07ff')
                : chance.pieces(20, "\"", "\\", "\n", "\0", "\u0001", "{", ":", ",", "\u2028", "a", "\ud83d\udc4b");
    }
}
