package dev.onceward.internal.json;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A body read by Jackson's own means, all of it as one tree: the plain way that reading piece by piece is held against.
final class WholeTree {
    private static final ObjectReader READER = JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(JsonBody.MAX_DEPTH).build())
            .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build()
            .readerFor(JsonNode.class);

    private WholeTree() {}

    static JsonNode of(byte[] body) throws JsonProcessingException, CharacterCodingException {
        return READER.readTree(UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString());
    }

    /// Why it is no JSON; nothing if it is.
    static Optional<String> fault(byte[] body) {
        try {
            return of(body).isMissingNode() ? Optional.of("it is empty") : Optional.empty();
        } catch (JsonProcessingException malformed) {
            return Optional.of(why(malformed));
        } catch (CharacterCodingException malformed) {
            return Optional.of("it is not UTF-8");
        } catch (NumberFormatException | ArithmeticException beyond) {
            return Optional.of("it has a number that is too large or too small");
        }
    }

    private static String why(JsonProcessingException malformed) {
        var message = malformed.getOriginalMessage();
        if (message.contains("nesting depth")) {
            return "it is nested deeper than 100 levels";
        }
        if (message.contains("Duplicate field")) {
            return "it names a member twice";
        }
        var at = malformed.getLocation();
        return at == null
                ? "it is not valid"
                : "it is not valid at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }
}
