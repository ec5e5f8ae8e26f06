package dev.onceward.internal.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.internal.memory.ReadingMemory;
import dev.onceward.internal.memory.RequestMemory;

/// The result of parsing a body as JSON, within limits on depth, numbers, names and memory.
public sealed interface JsonBody {
    int MAX_DEPTH = 100;
    String NO_UTF_8 = "it is not UTF-8";

    record ValidJson(JsonDocument document) implements JsonBody {}

    /// @param why the end of a sentence, which quotes nothing of the body
    record Broken(String why) implements JsonBody {}

    static JsonBody of(byte[] body) {
        return of(ByteBuffer.wrap(body), RequestMemory.UNLIMITED);
    }

    /// Checks the whole body and keeps only its bytes. The encoding is checked first, because the parser would guess it
    /// and accept bytes that are not UTF-8.
    ///
    /// @throws BodyMemoryFull if there is not enough memory to read the body
    static JsonBody of(ByteBuffer body, RequestMemory memory) {
        try (var meter = new ReadingMemory(memory); var parser = JsonDocument.parser(body)) {
            return new CheckJson(parser, meter).isEmpty()
                    ? new Broken("it is empty")
                    : new ValidJson(new JsonDocument(body, memory));
        } catch (JsonProcessingException malformed) {
            return new Broken(Utf8.isValid(body) ? why(malformed) : NO_UTF_8);
        } catch (CharacterCodingException malformed) {
            return new Broken(NO_UTF_8);
        } catch (NumberFormatException | ArithmeticException beyond) {
            return new Broken(Utf8.isValid(body) ? "it has a number that is too large or too small" : NO_UTF_8);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a body is in memory", impossible);
        }
    }

    /// Reads the whole body with one pass over its bytes. Empty if it is broken.
    ///
    /// @throws BodyMemoryFull if there is not enough memory to read the body
    static <T> Optional<T> whole(ByteBuffer body, RequestMemory memory, Function<JsonNode, T> use) {
        try (var meter = new ReadingMemory(memory); var parser = JsonDocument.parser(body)) {
            return unlessBroken(new BuildJson(parser, meter, Set.of())).map(use);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a body is in memory", impossible);
        }
    }

    private static Optional<JsonNode> unlessBroken(BuildJson document) throws IOException {
        try {
            return document.whole();
        } catch (JsonProcessingException | CharacterCodingException | NumberFormatException
                | ArithmeticException broken) {
            return Optional.empty();
        }
    }

    private static String why(JsonProcessingException malformed) {
        var message = malformed.getOriginalMessage();
        if (message.contains("nesting depth")) {
            return "it is nested deeper than " + MAX_DEPTH + " levels";
        }
        if (message.equals(CheckJson.TWICE)) {
            return "it names a member twice";
        }
        var at = malformed.getLocation();
        return at == null
                ? "it is not valid"
                : "it is not valid at line %d, column %d".formatted(
                        at.getLineNr(), at.getColumnNr());
    }
}
