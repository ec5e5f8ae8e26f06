package dev.onceward.intake.cloudevents;

import java.nio.charset.Charset;
import java.util.List;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class BatchModeTest {

    @Test
    void each_item_of_a_batch_keeps_its_bytes_unchanged() {
        assertThat(slices(" [ {\"a\" : 1.00} ,{\"é\":\"😀\"},\n{\"b\":[{},\"]\"]}] "))
                .containsExactly("{\"a\" : 1.00}", "{\"é\":\"😀\"}", "{\"b\":[{},\"]\"]}");
    }

    @Test
    void items_after_an_item_that_is_no_object_are_still_found() {
        assertThat(slices("[12,\"a, b\",null,[1],{\"a\":1}]")).hasSize(5).last().isEqualTo("{\"a\":1}");
    }

    @Test
    void an_empty_array_has_no_items() {
        assertThat(slices("[]")).isEmpty();
    }

    @Test
    void each_item_is_a_structured_event_with_the_headers_of_the_batch() {
        var item = BatchMode.slices(request("[{}]", UTF_8), 1).getFirst();
        assertThat(item.header("Content-Type")).isEqualTo("application/cloudevents+json");
        assertThat(item.header("X-Shop")).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "[", "[{]", "[{},]", "[]x", "[] []", "\"a\"", "nul"})
    void a_body_that_is_not_exactly_one_json_array_is_refused(String body) {
        assertThatIllegalArgumentException().isThrownBy(() -> slices(body)).withMessageStartingWith("A batch must be ");
    }

    @Test
    void more_items_than_allowed_are_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> slices("[1,2,3,4,5,6]"))
                .withMessage("A batch may have at most 5 events.");
    }

    @Test
    void a_batch_that_is_not_utf_8_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> BatchMode.slices(request("[{}]", UTF_16), 5))
                .withMessage("A batch must be UTF-8.");
    }

    @Test
    void a_deeply_nested_batch_is_refused() {
        assertThatIllegalArgumentException().isThrownBy(() -> slices("[".repeat(100_000)));
    }

    private static List<String> slices(String body) {
        return BatchMode.slices(request(body, UTF_8), 5).stream().map(item -> item.body().toString(UTF_8)).toList();
    }

    private static Request request(String body, Charset charset) {
        var headers = MultiMap.caseInsensitiveMultiMap().add("Content-Type", "application/cloudevents-batch+json")
                .add("X-Shop", "a");
        return new Request(headers, Buffer.buffer(body.getBytes(charset)));
    }
}
