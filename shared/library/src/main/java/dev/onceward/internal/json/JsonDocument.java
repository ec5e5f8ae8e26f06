package dev.onceward.internal.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.memory.ReadingMemory;

/// Valid JSON, as bytes. What is asked of it is read anew each time and is gone afterwards: a tree of all of it can be thirty
/// times as large as the bytes, and would live as long as the request. The memory that an answer takes is counted while it
/// is used.
public final class JsonDocument {

    /// Names are not kept for the next document: a table of names that all documents share would remember what strangers
    /// wrote, however long, for as long as the process lives. The length of a text is bounded by that of its body.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonBody.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final ByteBuffer body;
    private final BodyMemory memory;

    JsonDocument(ByteBuffer body, BodyMemory memory) {
        this.body = body;
        this.memory = memory;
    }

    static JsonParser parser(ByteBuffer body) throws IOException {
        return FACTORY.createParser(new Utf8(body));
    }

    /// What stands there, for whoever wants a text, a number or a word: a list or an object comes without what is in it.
    ///
    /// @throws BodyMemoryFull as the other methods do
    public <T> T value(JsonPointer pointer, Function<JsonNode, T> use) {
        return read(pointer, 0, Set.of(), use);
    }

    /// The document with its members, of which lists and objects come without what is in them.
    ///
    /// @param unread members that come as null if they are there
    public <T> T members(Set<String> unread, Function<JsonNode, T> use) {
        return read(JsonPointer.empty(), 1, unread, use);
    }

    /// What stands there, with all that is in it. What is used of it when this has returned is not counted any more.
    public <T> T tree(JsonPointer pointer, Function<JsonNode, T> use) {
        return read(pointer, JsonBody.MAX_DEPTH, Set.of(), use);
    }

    private <T> T read(JsonPointer pointer, int levels, Set<String> unread, Function<JsonNode, T> use) {
        try (var meter = new ReadingMemory(memory); var parser = parser(body)) {
            return use.apply(new BuildJson(parser, meter, unread).at(pointer, levels));
        } catch (IOException impossible) {
            throw new UncheckedIOException("the document was valid", impossible);
        }
    }
}
