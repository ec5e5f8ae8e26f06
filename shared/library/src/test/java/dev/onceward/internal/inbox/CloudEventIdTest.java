package dev.onceward.internal.inbox;

import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class CloudEventIdTest {
    private static final String JSON = "application/cloudevents+json; charset=utf-8";
    private static final String EVENT = "{\"source\":\"/shop\",\"id\":\"7\"}";

    @Test
    void an_event_is_identified_by_source_and_id() {
        assertThat(CloudEventId.of("/shop", "7")).contains("/shop 7");
        assertThat(CloudEventId.of(null, "7")).contains("7");
    }

    @Test
    void an_event_without_an_id_is_not_identified_by_its_source() {
        assertThat(CloudEventId.of("/shop", null)).isEmpty();
        assertThat(CloudEventId.of("/shop", "")).isEmpty();
    }

    @Test
    void texts_that_are_too_long_for_a_mark_have_different_hashes() {
        var source = "/" + "x".repeat(300);
        assertThat(CloudEventId.of(source, "1")).hasValueSatisfying(id -> assertThat(id).hasSizeLessThan(255));
        assertThat(CloudEventId.of(source, "1")).isEqualTo(CloudEventId.of(source, "1"))
                .isNotEqualTo(CloudEventId.of(source, "2"));
    }

    static Stream<Object> bodies() {
        return Stream.of(EVENT, EVENT.getBytes(UTF_8), Buffer.buffer(EVENT), new JsonObject(EVENT));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void an_event_in_structured_mode_has_its_id_in_the_body(Object body) {
        assertThat(CloudEventId.inBody(JSON, body)).contains("/shop 7");
        assertThat(CloudEventId.inBody("application/json", body)).isEmpty();
        assertThat(CloudEventId.inBody(null, body)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"id\":7}", "{\"source\":\"/shop\"}"})
    void a_body_that_is_no_event_has_no_id(String body) {
        assertThat(CloudEventId.inBody(JSON, body)).isEmpty();
    }
}
