package dev.onceward.relay.format;

import java.io.IOException;
import java.nio.ByteBuffer;

import com.fasterxml.jackson.core.JsonFactory;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Whether bytes can stand in a JSON document as they are.
final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private JsonText() {}

    /// One value in valid UTF-8. What is nested too deeply for the parser does not count: it would be for the receiver's
    /// as well.
    static boolean is(byte[] bytes) {
        try {
            var text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            return text.indexOf(BYTE_ORDER_MARK) != 0 && isOneValue(text);
        } catch (IOException malformed) {
            return false;
        }
    }

    private static boolean isOneValue(String text) throws IOException {
        try (var parser = FACTORY.createParser(text)) {
            if (parser.nextToken() == null) {
                return false;
            }
            return parser.skipChildren().nextToken() == null;
        }
    }
}
