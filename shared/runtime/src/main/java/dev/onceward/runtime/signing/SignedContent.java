package dev.onceward.runtime.signing;

import java.util.List;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

/// The bytes that are signed, as a list of parts, so that no body is copied to put a timestamp in front.
public record SignedContent(List<byte[]> parts) {

    public static SignedContent of(byte[]... parts) {
        return new SignedContent(List.of(parts));
    }

    /// What Standard Webhooks signs: `id.timestamp.body`.
    public static SignedContent ofStandardWebhook(String id, String timestamp, byte[] body) {
        return of((id + '.' + timestamp + '.').getBytes(US_ASCII), body);
    }

    /// Whether the text has no unpaired surrogate. Unpaired surrogates have no bytes in UTF-8 and would be signed as a
    /// question mark.
    public static boolean hasBytes(String text) {
        return UTF_8.newEncoder().canEncode(text);
    }
}
