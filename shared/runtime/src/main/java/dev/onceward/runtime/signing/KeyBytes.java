package dev.onceward.runtime.signing;

import java.util.Base64;

/// Decodes a key from the text that sender and receiver exchange: base64 behind a prefix that names its kind.
public final class KeyBytes {
    private KeyBytes() {}

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    public static byte[] of(String text, String prefix) {
        try {
            return Base64.getDecoder().decode(text.substring(prefix.length()).strip());
        } catch (IllegalArgumentException notBase64) {
            throw new IllegalArgumentException("must be base64 behind " + prefix, notBase64);
        }
    }
}
