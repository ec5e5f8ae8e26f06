package dev.onceward.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A body read as JSON, once, with limits on what a stranger may make us do: depth, numbers, names.
public sealed interface JsonBody {
    int MAX_DEPTH = 100;

    ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readerFor(JsonNode.class);

    record Parsed(JsonNode root) implements JsonBody {}

    /// @param why a sentence's end that quotes nothing of the body
    record Broken(String why) implements JsonBody {}

    static JsonBody of(byte[] body) {
        try {
            JsonNode root = READER.readTree(text(body));
            return root.isMissingNode() ? new Broken("it is empty") : new Parsed(root);
        } catch (JsonProcessingException malformed) {
            return new Broken(why(malformed));
        } catch (CharacterCodingException malformed) {
            return new Broken("it is not UTF-8");
        } catch (NumberFormatException | ArithmeticException beyond) {
            return new Broken("it has a number that is too large or too small");
        }
    }

    /// Left to itself the parser would guess the encoding, and take bytes for UTF-8 that are not.
    private static String text(byte[] body) throws CharacterCodingException {
        return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    }

    private static String why(JsonProcessingException malformed) {
        var message = malformed.getOriginalMessage();
        if (message.contains("nesting depth")) {
            return "it is nested deeper than " + MAX_DEPTH + " levels";
        }
        if (message.contains("Duplicate field")) {
            return "it names a member twice";
        }
        var at = malformed.getLocation();
        return at == null
                ? "it is not valid"
                : "it is not valid at line %d, column %d".formatted(
                        at.getLineNr(), at.getColumnNr());
    }
}
