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

import dev.onceward.internal.memory.ReadingMemory;
import dev.onceward.internal.memory.RequestMemory;

/// Valid JSON, kept as bytes. Each question parses the bytes again and keeps nothing, because a tree of the whole
/// document can be thirty times as large as the bytes and would live as long as the request. The memory of an answer is
/// counted while it is used.
public final class JsonDocument {

    /// Names are not kept for later documents: a table of names that all documents share would keep what strangers
    /// wrote, however long, until the process ends. The length of a text is bounded by that of its body.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(JsonBody.MAX_DEPTH)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private final ByteBuffer body;
    private final RequestMemory memory;

    JsonDocument(ByteBuffer body, RequestMemory memory) {
        this.body = body;
        this.memory = memory;
    }

    static JsonParser parser(ByteBuffer body) throws IOException {
        return FACTORY.createParser(new Utf8(body));
    }

    /// Reads a text, a number or a boolean at the pointer; a list or an object is returned empty.
    ///
    /// @throws BodyMemoryFull as the other methods do
    public <T> T value(JsonPointer pointer, Function<JsonNode, T> use) {
        return read(pointer, 0, Set.of(), use);
    }

    /// Reads the document with its members, in which lists and objects are empty.
    ///
    /// @param unread members that become null if they exist
    public <T> T members(Set<String> unread, Function<JsonNode, T> use) {
        return read(JsonPointer.empty(), 1, unread, use);
    }

    /// Reads the value at the pointer completely. What the caller keeps of it after this method has returned is no
    /// longer counted.
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
