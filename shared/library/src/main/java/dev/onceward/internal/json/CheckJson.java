package dev.onceward.internal.json;

import java.io.IOException;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;

import dev.onceward.internal.memory.ReadingMemory;

/// Checks a document from its first to its last character. It keeps only the member names of open objects, because a
/// name must not come twice. The parser limits the depth.
final class CheckJson {
    static final String TWICE = "a name came twice";
    private static final String TRAILING = "something follows the end";

    private final JsonParser parser;
    private final ReadingMemory meter;

    CheckJson(JsonParser parser, ReadingMemory meter) {
        this.parser = parser;
        this.meter = meter;
    }

    /// Returns whether the document contains only white space.
    ///
    /// @throws IOException if it is not JSON
    boolean isEmpty() throws IOException {
        var first = parser.nextToken();
        if (first == null) {
            return true;
        }
        check(first);
        if (parser.nextToken() != null) {
            throw new JsonParseException(parser, TRAILING, parser.currentTokenLocation());
        }
        return false;
    }

    private void check(JsonToken token) throws IOException {
        switch (token) {
            case START_OBJECT -> object();
            case START_ARRAY -> array();
            // Reads the number, because its exponent may exceed what a decimal number can express.
            case VALUE_NUMBER_FLOAT -> JsonNodeFactory.instance.numberNode(parser.getDecimalValue());
            default -> {
            }
        }
    }

    private void object() throws IOException {
        var names = new DuplicateNames(meter);
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            var name = parser.currentName();
            var value = parser.nextToken();
            if (!names.add(name)) {
                throw new JsonParseException(parser, TWICE);
            }
            check(value);
        }
        names.free();
    }

    private void array() throws IOException {
        for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
            check(token);
        }
    }
}
