package dev.onceward.intake.cloudevents;

import java.util.HashMap;
import java.util.Map;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.request.Request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class CloudEventTest {
    private static final Request REQUEST = new Request(MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());
    private static final Map<String, String> LEAST = Map.of("specversion", "1.0", "id", "1", "source", "/s", "type",
            "t");

    @Test
    void a_cloud_event_needs_only_the_four_required_attributes() {
        var event = CloudEvent.of(LEAST, REQUEST);
        assertThat(event.id()).isEqualTo("1");
        assertThat(event.source()).isEqualTo("/s");
        assertThat(event.type()).isEqualTo("t");
        assertThat(event.partitionKey()).isEmpty();
    }

    @Test
    void known_extensions_are_read() {
        var event = CloudEvent.of(with(Map.of("partitionkey", "p", "traceparent", "a", "correlationid", "b",
                "causationid", "c")), REQUEST);
        assertThat(event.partitionKey()).contains("p");
        assertThat(event.trace().parent()).isEqualTo("a");
        assertThat(event.trace().correlation()).isEqualTo("b");
        assertThat(event.trace().causation()).isEqualTo("c");
    }

    @ParameterizedTest
    @ValueSource(strings = {"specversion", "id", "source", "type"})
    void a_missing_required_attribute_is_refused(String missing) {
        var attributes = new HashMap<>(LEAST);
        attributes.remove(missing);
        refused(attributes, missing + " is missing");
    }

    @ParameterizedTest
    @CsvSource({"specversion,0.3", "time,yesterday", "time,2026-11-18", "Ext,a", "ext-a,a", "id,''", "ext,''"})
    void an_invalid_attribute_name_or_value_is_refused(String name, String value) {
        refused(with(Map.of(name, value)), "The ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-18T12:00:00Z", "2026-11-18T12:00:00.123456+01:00"})
    void rfc_3339_timestamps_are_accepted(String time) {
        assertThat(CloudEvent.of(with(Map.of("time", time)), REQUEST).id()).isEqualTo("1");
    }

    @Test
    void control_characters_unpaired_surrogates_and_long_attributes_are_refused() {
        refused(with(Map.of("id", "a\0")), "control character");
        refused(with(Map.of("id", "\ud800")), "an unpaired surrogate");
        refused(with(Map.of("id", "x".repeat(2049))), "1 to 2048 characters");
        refused(with(Map.of("x".repeat(65), "a")), "1 to 64");
    }

    private static Map<String, String> with(Map<String, String> more) {
        var attributes = new HashMap<>(LEAST);
        attributes.putAll(more);
        return attributes;
    }

    private static void refused(Map<String, String> attributes, String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> CloudEvent.of(attributes, REQUEST))
                .withMessageContaining(why);
    }
}
