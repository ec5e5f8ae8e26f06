package dev.onceward.relay.format;

import java.io.IOException;
import java.nio.ByteBuffer;

import com.fasterxml.jackson.core.JsonFactory;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Tells whether bytes can be inserted into a JSON document unchanged.
final class JsonText {
    private static final JsonFactory FACTORY = new JsonFactory();
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private JsonText() {}

    /// Whether the bytes are one JSON value in valid UTF-8. A value that is nested too deeply for the parser is
    /// refused, because the receiver's parser would refuse it too.
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
