package dev.onceward.internal.inbox;

import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.inbox.MessageId.FoundId;
import dev.onceward.internal.inbox.MessageId.NoId;
import dev.onceward.internal.inbox.MessageId.UnusableId;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class CloudEventIdTest {
    private static final String JSON = "application/cloudevents+json; charset=utf-8";
    private static final String EVENT = "{\"source\":\"/shop\",\"id\":\"7\"}";

    @Test
    void an_event_is_identified_by_source_and_id() {
        assertThat(CloudEventId.of("/shop", "7")).isEqualTo(new FoundId("/shop 7"));
        assertThat(CloudEventId.of(null, "7")).isEqualTo(new FoundId("7"));
    }

    @Test
    void an_event_without_an_id_is_not_identified_by_its_source() {
        assertThat(CloudEventId.of("/shop", null)).isEqualTo(new NoId());
        assertThat(CloudEventId.of("/shop", "")).isEqualTo(new NoId());
    }

    @Test
    void texts_that_are_too_long_for_a_mark_have_different_hashes() {
        var source = "/" + "x".repeat(300);
        assertThat(CloudEventId.of(source, "1")).isInstanceOfSatisfying(FoundId.class,
                id -> assertThat(id.text()).hasSizeLessThan(255));
        assertThat(CloudEventId.of(source, "1")).isEqualTo(CloudEventId.of(source, "1"))
                .isNotEqualTo(CloudEventId.of(source, "2"));
    }

    /// Each of them could otherwise be equal to the id of another event.
    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {"a b,c", "-,b c", "/shop,\uFFFD", "/\uFFFD,7", "/shop,\uD800"})
    void an_id_that_could_be_that_of_another_event_is_unusable(String source, String id) {
        assertThat(CloudEventId.of(source, id)).isInstanceOf(UnusableId.class);
        assertThat(CloudEventId.of(source, id + "x".repeat(300))).isInstanceOf(UnusableId.class);
    }

    @Test
    void an_id_may_have_spaces_if_there_is_a_source() {
        assertThat(CloudEventId.of("a", "b c")).isEqualTo(new FoundId("a b c"));
    }

    static Stream<Object> bodies() {
        return Stream.of(EVENT, EVENT.getBytes(UTF_8), Buffer.buffer(EVENT), new JsonObject(EVENT));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void an_event_in_structured_mode_has_its_id_in_the_body(Object body) {
        assertThat(CloudEventId.inBody(JSON, body)).isEqualTo(new FoundId("/shop 7"));
        assertThat(CloudEventId.inBody("application/json", body)).isEqualTo(new NoId());
        assertThat(CloudEventId.inBody(null, body)).isEqualTo(new NoId());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "{\"id\":7}", "{\"source\":\"/shop\"}"})
    void a_body_that_is_no_event_has_no_id(String body) {
        assertThat(CloudEventId.inBody(JSON, body)).isEqualTo(new NoId());
    }
}
