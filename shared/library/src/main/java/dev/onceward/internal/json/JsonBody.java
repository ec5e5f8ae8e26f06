package dev.onceward.internal.json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

import com.fasterxml.jackson.core.JsonProcessingException;

import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.memory.ReadingMemory;

/// A body read as JSON, once, with limits on what a stranger may make us do: depth, numbers, names, memory.
public sealed interface JsonBody {
    int MAX_DEPTH = 100;
    String NO_UTF_8 = "it is not UTF-8";

    record ValidJson(JsonDocument document) implements JsonBody {}

    /// @param why a sentence's end that quotes nothing of the body
    record Broken(String why) implements JsonBody {}

    static JsonBody of(byte[] body) {
        return of(ByteBuffer.wrap(body), BodyMemory.UNLIMITED);
    }

    /// Reads it to its end and keeps nothing but the bytes. Left to itself the parser would guess the encoding, and take
    /// bytes for UTF-8 that are not. What is no UTF-8 is called that, wherever the parser stopped before.
    ///
    /// @throws BodyMemoryFull if there is no memory left to read it with
    static JsonBody of(ByteBuffer body, BodyMemory memory) {
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
