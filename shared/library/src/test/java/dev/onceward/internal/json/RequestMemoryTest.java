package dev.onceward.internal.json;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.internal.request.Requests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// What is counted while a body is read, held against the heap of this process, in which nothing else runs.
@Tag("heap")
class RequestMemoryTest {
    private static final int MEBIBYTE = 1 << 20;
    /// What else happens on the heap meanwhile.
    private static final long NOISE = MEBIBYTE;

    private final CountedMemory memory = new CountedMemory(Long.MAX_VALUE);

    /// So much and no more, and the most of it that was taken at a time.
    private static final class CountedMemory implements RequestMemory {
        private final long size;
        private long taken;
        private long most;

        CountedMemory(long size) {
            this.size = size;
        }

        @Override
        public boolean take(long bytes) {
            if (taken + bytes > size) {
                return false;
            }
            taken += bytes;
            most = Math.max(most, taken);
            return true;
        }

        @Override
        public void giveBack(long bytes) {
            taken -= bytes;
        }
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void the_memory_counted_for_a_json_tree_is_between_one_and_eight_times_its_heap(String what, String body) {
        var document = document(body);
        var before = JsonDocumentTest.used();
        long heap = document.tree(JsonPointer.empty(), root -> root.size() < 0 ? 0 : JsonDocumentTest.used()) - before;
        assertThat(memory.most).as(what).isBetween(heap - NOISE, 8 * heap + NOISE);
        assertThat(memory.taken).isZero();
    }

    /// The first two are what the same bytes are worst at: one object within the other, and empty objects.
    static Stream<Arguments> bodies() {
        return Stream.of(
                arguments("nested", repeated("{\"\":".repeat(95) + "{}" + "}".repeat(95))),
                arguments("empty objects", repeated("{}")),
                arguments("empty lists", repeated("[]")),
                arguments("objects of one member", repeated("{\"a\":0}")),
                arguments("many names", members(90_000)),
                arguments("small numbers", repeated("1234567890")),
                arguments("exact numbers", repeated("1e40")),
                arguments("words", repeated("true")),
                arguments("short texts", repeated("\"a\"")),
                arguments("long texts", repeated("\"" + "a".repeat(100_000) + "\"")),
                arguments("long texts of wide characters", repeated("\"" + "\\u20ac".repeat(10_000) + "\"")));
    }

    @Test
    void checking_a_body_without_building_a_tree_counts_no_memory() {
        var _ = document(repeated("{\"\":".repeat(95) + "{}" + "}".repeat(95)));
        var _ = document(repeated("{\"a\":0}"));
        assertThat(memory.most).isZero();
    }

    @Test
    void the_memory_counted_for_member_names_is_between_one_and_eight_times_their_heap() {
        var before = JsonDocumentTest.used();
        var names = IntStream.range(0, 90_000).mapToObj(n -> "n" + n).collect(Collectors.toCollection(HashSet::new));
        var heap = JsonDocumentTest.used() - before;
        assertThat(names).hasSize(90_000);
        var _ = document(members(90_000));
        assertThat(memory.most).isBetween(heap - NOISE, 8 * heap + NOISE);
        assertThat(memory.taken).isZero();
    }

    @Test
    void reading_one_value_of_a_large_body_counts_no_memory() {
        var document = document("{\"x\":" + repeated("{}") + ",\"id\":\"it\"}");
        String id = document.value(JsonPointer.compile("/id"), JsonNode::textValue);
        boolean isList = document.value(JsonPointer.compile("/x"), JsonNode::isArray);
        assertThat(id).isEqualTo("it");
        assertThat(isList).isTrue();
        assertThat(memory.most).isZero();
    }

    @Test
    void a_body_that_exceeds_the_memory_is_not_read_and_gives_all_memory_back() {
        var small = new CountedMemory(MEBIBYTE);
        var body = repeated("{}").getBytes(US_ASCII);
        var document = new JsonDocument(ByteBuffer.wrap(body), small);
        assertThatExceptionOfType(BodyMemoryFull.class)
                .isThrownBy(() -> document.tree(JsonPointer.empty(), JsonNode::size));
        assertThatExceptionOfType(BodyMemoryFull.class)
                .isThrownBy(() -> JsonBody.of(ByteBuffer.wrap(members(90_000).getBytes(US_ASCII)), small));
        assertThat(small.taken).isZero();
    }

    @Test
    void the_fields_of_a_form_count_as_memory_while_they_are_used() {
        var form = "a=" + "b".repeat(MEBIBYTE)
                + IntStream.range(0, 9_000).mapToObj(n -> "&f" + n).collect(Collectors.joining());
        var request = new Request(RequestLine.POST, MultiMap.caseInsensitiveMultiMap(), form.getBytes(US_ASCII),
                memory);
        var before = JsonDocumentTest.used();
        long heap = request.form(fields -> fields.size() < 0 ? 0 : JsonDocumentTest.used()).orElseThrow() - before;
        assertThat(memory.most).isBetween(heap - NOISE, 8 * heap + NOISE);
        assertThat(memory.taken).isZero();
    }

    @Test
    @SuppressWarnings("deprecation") // nothing else shows the array that a buffer wraps
    void a_request_and_its_parts_share_one_array_of_bytes() {
        var bytes = "[{},12]".getBytes(US_ASCII);
        var request = new Request(RequestLine.POST, MultiMap.caseInsensitiveMultiMap(), bytes, memory);
        var part = request.part(request.headers(), 4, 6);
        assertThat(request.bytes()).isSameAs(bytes);
        assertThat(request.body().getByteBuf().array()).isSameAs(bytes);
        assertThat(part.body().getByteBuf().array()).isSameAs(bytes);
        assertThat(part.bytes()).isEqualTo("12".getBytes(US_ASCII));
        assertThat(part.length()).isEqualTo(2);
        assertThat(part.fingerprint()).isEqualTo(Requests.of("12").fingerprint());
        assertThat(part.json()).isInstanceOf(ValidJson.class);
        assertThat(part.body().toString(US_ASCII)).isEqualTo("12");
    }

    private JsonDocument document(String body) {
        var bytes = ByteBuffer.wrap(body.getBytes(US_ASCII));
        return JsonBody.of(bytes, memory) instanceof ValidJson(var document)
                ? document
                : JsonDocumentTest.document(new byte[0]);
    }

    /// A list of as many as a mebibyte holds.
    private static String repeated(String item) {
        return "[" + (item + ",").repeat(MEBIBYTE / (item.length() + 1)) + "0]";
    }

    private static String members(int number) {
        return IntStream.range(0, number).mapToObj(n -> "\"n" + n + "\":0").collect(Collectors.joining(",", "{", "}"));
    }
}
