package dev.onceward.runtime.signing;

import java.util.List;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/// The bytes that were signed, one part after the other, so that nobody copies a body to put a timestamp in front.
public record SignedContent(List<byte[]> parts) {

    public static SignedContent of(byte[]... parts) {
        return new SignedContent(List.of(parts));
    }

    /// What Standard Webhooks signs: `id.timestamp.body`.
    public static SignedContent ofStandardWebhook(String id, String timestamp, byte[] body) {
        return of((id + '.' + timestamp + '.').getBytes(US_ASCII), body);
    }

    /// Half a character has no bytes of its own: it would be signed as a question mark is.
    public static boolean hasBytes(String text) {
        return UTF_8.newEncoder().canEncode(text);
    }
}
