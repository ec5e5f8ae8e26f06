package dev.onceward.internal.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.json.JsonBody.Broken;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.testing.RandomInputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Reading piece by piece says what a tree of the whole body would say.
class JsonDocumentTest {
    private static final List<String> NAMES = List.of("a", "b", "", "0", "1", "a/b", "é");

    /// Where a member comes twice and is broken as well, either may be said.
    @Test
    void reading_piece_by_piece_finds_the_same_fault_as_reading_the_whole_tree() {
        RandomInputs.often(20_000, chance -> {
            var body = anything(chance);
            var fault = JsonBody.of(body) instanceof Broken(var why) ? Optional.of(why) : Optional.<String>empty();
            var expected = WholeTree.fault(body);
            assertThat(fault.isPresent()).as("%s", new String(body, UTF_8)).isEqualTo(expected.isPresent());
            if (!fault.equals(Optional.of("it names a member twice"))) {
                assertThat(fault).as("%s", new String(body, UTF_8)).isEqualTo(expected);
            }
        });
    }

    @Test
    void reading_in_one_pass_finds_the_same_tree_or_a_fault_as_well() {
        RandomInputs.often(20_000, chance -> {
            var body = anything(chance);
            var read = JsonBody.whole(ByteBuffer.wrap(body), RequestMemory.UNLIMITED, Function.identity());
            assertThat(read).as("%s", new String(body, UTF_8))
                    .isEqualTo(WholeTree.fault(body).isEmpty() ? Optional.of(tree(body)) : Optional.empty());
        });
    }

    @Test
    void the_subtree_at_a_pointer_equals_the_subtree_of_the_whole_tree() {
        RandomInputs.often(5_000, chance -> {
            var body = valid(chance);
            var pointer = pointer(chance);
            assertThat(document(body).<JsonNode>tree(pointer, Function.identity()))
                    .as("%s %s", pointer, new String(body, UTF_8))
                    .isEqualTo(tree(body).at(pointer));
        });
    }

    @Test
    void the_value_at_a_pointer_equals_that_of_the_whole_tree_without_nested_values() {
        RandomInputs.often(5_000, chance -> {
            var body = valid(chance);
            var pointer = pointer(chance);
            assertThat(document(body).<JsonNode>value(pointer, Function.identity()))
                    .isEqualTo(bare(tree(body).at(pointer)));
        });
    }

    @Test
    void the_members_of_a_body_equal_those_of_the_whole_tree_without_nested_values() {
        RandomInputs.often(5_000, chance -> {
            var body = valid(chance);
            var members = document(body).<JsonNode>members(Set.of("a"), Function.identity());
            var tree = tree(body);
            assertThat(members.getNodeType()).isEqualTo(tree.getNodeType());
            assertThat(members.size()).isEqualTo(tree.size());
            tree.properties().forEach(member -> assertThat(members.get(member.getKey())).isEqualTo(
                    member.getKey().equals("a") ? NullNode.getInstance() : bare(member.getValue())));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {4_095, 4_096, 4_097, 8_000, 100_000})
    void multi_byte_characters_are_read_at_any_offset_of_the_body(int before) {
        for (var character : List.of("é", "€", "\uD83D\uDE00")) {
            var body = "{\"a\":\"%s\",\"b\":\"%s\"}".formatted("x".repeat(before), character).getBytes(UTF_8);
            assertThat(document(body).value(JsonPointer.compile("/b"), JsonNode::textValue)).isEqualTo(character);
            var cut = (new String(body, UTF_8).replace("\"}", "") + "\"}").getBytes(UTF_8);
            assertThat(JsonBody.of(cut)).isInstanceOf(ValidJson.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4_095, 4_096, 100_000})
    void invalid_utf_8_is_found_at_any_offset_of_the_body(int before) {
        var body = ("\"" + "x".repeat(before) + "é\"").getBytes(UTF_8);
        body[before + 2] = '"';
        assertThat(JsonBody.of(body)).isEqualTo(new Broken("it is not UTF-8"));
    }

    /// A table of names that all documents shared would hold on to these, fifty thousand characters each.
    @Test
    void member_names_do_not_stay_in_memory_after_a_body_is_read() {
        var before = used();
        for (var n = 0; n < 4_000; n++) {
            var body = ("{\"" + n + "x".repeat(49_000) + "\":1}").getBytes(UTF_8);
            assertThat(JsonBody.of(body)).isInstanceOf(ValidJson.class);
        }
        assertThat(used() - before).isLessThan(50_000_000);
    }

    static long used() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    static JsonDocument document(byte[] body) {
        return switch (JsonBody.of(body)) {
            case ValidJson(var document) -> document;
            case Broken(var why) -> throw new AssertionError(why + ": " + new String(body, UTF_8));
        };
    }

    private static JsonNode tree(byte[] body) {
        try {
            return WholeTree.of(body);
        } catch (IOException malformed) {
            throw new UncheckedIOException(new String(body, UTF_8), malformed);
        }
    }

    private static JsonNode bare(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> JsonNodeFactory.instance.objectNode();
            case ARRAY -> JsonNodeFactory.instance.arrayNode();
            case MISSING -> MissingNode.getInstance();
            default -> node;
        };
    }

    private static byte[] valid(RandomInputs chance) {
        var body = json(chance, 4).getBytes(UTF_8);
        return WholeTree.fault(body).isEmpty() ? body : valid(chance);
    }

    private static byte[] anything(RandomInputs chance) {
        return switch (chance.below(6)) {
            case 0 -> chance.bytes(20);
            case 1 -> chance
                    .pieces(12, "{", "}", "[", "]", "\"a\"", ":", ",", "\"b\"", "1", "-", "0.5", "1e9", "e", "\n",
                            "null", "true", "\"\\ud800\"", "\"", "\\u0000", " ", "\u00e9", "{\"a\":", "1e999999999999",
                            "//")
                    .getBytes(UTF_8);
            case 2 -> broken(json(chance, 4), chance).getBytes(UTF_8);
            case 3 -> broken(twice(chance), chance).getBytes(UTF_8);
            case 4 -> twice(chance).getBytes(UTF_8);
            default -> json(chance, 4).getBytes(UTF_8);
        };
    }

    private static String twice(RandomInputs chance) {
        return IntStream.range(0, chance.below(5))
                .mapToObj(_ -> "\"" + NAMES.get(chance.below(NAMES.size())) + "\":" + json(chance, 2))
                .collect(Collectors.joining(",", "{\"c\":[{", "}]}"));
    }

    private static String broken(String json, RandomInputs chance) {
        var at = chance.below(json.length() + 1);
        return json.substring(0, at) + chance.pieces(1, "x", "{", "}", "[", "]", ",", ":", "\"", "1", "\n", "é", "\\")
                + json.substring(Math.min(json.length(), at + chance.below(3)));
    }

    private static JsonPointer pointer(RandomInputs chance) {
        return JsonPointer.compile(IntStream.range(0, chance.below(4))
                .mapToObj(_ -> "/" + NAMES.get(chance.below(NAMES.size())).replace("/", "~1"))
                .collect(Collectors.joining()));
    }

    /// Names that differ, numbers of all kinds, texts with and without escapes.
    private static String json(RandomInputs chance, int depth) {
        return switch (chance.below(depth == 0 ? 5 : 7)) {
            case 0 -> List.of("0", "-1", "2147483648", "9223372036854775808", "17.50", "-0", "1e2", "-0.0e-5",
                    "1e" + (chance.below(4_000) - 2_000), "1e99999999999", "9".repeat(chance.below(1_200) + 1))
                    .get(chance.below(11));
            case 1 -> "\"" + chance.pieces(4, "x", "é", "\uD83D\uDE00", "\\n", "\\u0041", "\\ud83d", "y".repeat(5_000))
                    + "\"";
            case 2, 3 -> List.of("true", "false", "null", "{}", "[]", "{ }", "[\n]").get(chance.below(7));
            case 4 -> "\"\"";
            case 5 -> IntStream.range(0, chance.below(4)).mapToObj(_ -> json(chance, depth - 1))
                    .collect(Collectors.joining(" , ", "[", "]"));
            default -> NAMES.stream().filter(_ -> chance.below(2) == 0)
                    .map(name -> "\"" + name + "\":" + json(chance, depth - 1))
                    .collect(Collectors.joining(",", "{", "}"));
        };
    }
}
