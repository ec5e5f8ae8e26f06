package dev.onceward.internal.json;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonParser.NumberType;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;

import dev.onceward.internal.memory.ReadingMemory;

/// Builds nodes from a part of a document, which may be wrong only if it is read as a whole, and counts their memory before
/// they are allocated. The sizes are those of a 64-bit JVM with compressed pointers, rounded up; `RequestMemoryTest`
/// compares them with its heap.
final class BuildJson {
    private static final int CONTAINER_BYTES = 96;
    private static final int TABLE_BYTES = 96;
    private static final int MEMBER_BYTES = 112;
    private static final int ELEMENT_BYTES = 8;
    private static final int TEXT_BYTES = 64;
    private static final int SMALL_NUMBER_BYTES = 24;
    private static final int EXACT_NUMBER_BYTES = 200;
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final JsonParser parser;
    private final ReadingMemory meter;
    private final Set<String> unread;

    /// @param unread members of the outermost object that become null
    BuildJson(JsonParser parser, ReadingMemory meter, Set<String> unread) {
        this.parser = parser;
        this.meter = meter;
        this.unread = unread;
    }

    /// @param levels how many levels of nested values to read
    JsonNode at(JsonPointer pointer, int levels) throws IOException {
        var _ = parser.nextToken();
        return find(pointer, levels);
    }

    /// Checks the document on the way. Empty if it contains only white space, or if something follows its end.
    ///
    /// @throws IOException if it is not JSON
    Optional<JsonNode> whole() throws IOException {
        if (parser.nextToken() == null) {
            return Optional.empty();
        }
        var node = node(JsonBody.MAX_DEPTH);
        return parser.nextToken() == null ? Optional.of(node) : Optional.empty();
    }

    private JsonNode find(JsonPointer pointer, int levels) throws IOException {
        if (pointer.matches()) {
            return node(levels);
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> member(pointer, levels);
            case START_ARRAY -> element(pointer, levels);
            default -> MissingNode.getInstance();
        };
    }

    private JsonNode member(JsonPointer pointer, int levels) throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var rest = pointer.matchProperty(parser.currentName());
            var _ = parser.nextToken();
            if (rest != null) {
                return find(rest, levels);
            }
            var _ = parser.skipChildren();
        }
        return MissingNode.getInstance();
    }

    private JsonNode element(JsonPointer pointer, int levels) throws IOException {
        for (var index = 0; parser.nextToken() != JsonToken.END_ARRAY; index++) {
            var rest = pointer.matchElement(index);
            if (rest != null) {
                return find(rest, levels);
            }
            var _ = parser.skipChildren();
        }
        return MissingNode.getInstance();
    }

    private JsonNode node(int levels) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(levels);
            case START_ARRAY -> array(levels);
            case VALUE_STRING -> text();
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            default -> NODES.nullNode();
        };
    }

    private JsonNode object(int levels) throws IOException {
        meter.take(CONTAINER_BYTES);
        var object = NODES.objectNode();
        if (levels == 0) {
            var _ = parser.skipChildren();
            return object;
        }
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            meter.take((object.isEmpty() ? TABLE_BYTES : 0) + MEMBER_BYTES + 2L * name.length());
            var _ = parser.nextToken();
            if (object.replace(name, levels == 1 && unread.contains(name) ? skipped() : node(levels - 1)) != null) {
                throw new JsonParseException(parser, CheckJson.TWICE);
            }
        }
        return object;
    }

    private JsonNode skipped() throws IOException {
        var _ = parser.skipChildren();
        return NODES.nullNode();
    }

    private JsonNode array(int levels) throws IOException {
        meter.take(CONTAINER_BYTES);
        var array = NODES.arrayNode();
        if (levels == 0) {
            var _ = parser.skipChildren();
            return array;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            meter.take(ELEMENT_BYTES);
            var _ = array.add(node(levels - 1));
        }
        return array;
    }

    /// The parser joins a text from pieces, so for a moment the text exists several times.
    private JsonNode text() throws IOException {
        meter.take(TEXT_BYTES + 6L * parser.getTextLength());
        return NODES.textNode(parser.getText());
    }

    private JsonNode number() throws IOException {
        var type = parser.getNumberType();
        meter.take(type == NumberType.INT || type == NumberType.LONG ? SMALL_NUMBER_BYTES : EXACT_NUMBER_BYTES);
        return switch (type) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            case BIG_INTEGER -> NODES.numberNode(parser.getBigIntegerValue());
            default -> NODES.numberNode(parser.getDecimalValue());
        };
    }
}
