package dev.onceward.runtime.signing;

import java.util.Base64;

/// A shared secret of version `v1`. It has no `toString`, so that it cannot be logged by accident.
public final class Secret implements SigningKey {
    public static final String VERSION = "v1";
    private static final String PREFIX = "whsec_";
    private static final int LEAST_BYTES = 16;

    private final HmacKey key;

    private Secret(HmacKey key) {
        this.key = key;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    public static Secret of(String text) {
        var bytes = decoded(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
        if (bytes.length < LEAST_BYTES) {
            throw new IllegalArgumentException("has " + bytes.length + " bytes; 24 to 64 are usual, " + LEAST_BYTES
                    + " the least that is taken");
        }
        return new Secret(HmacKey.of("HmacSHA256", bytes));
    }

    public HmacKey key() {
        return key;
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public byte[] sign(SignedContent signedContent) {
        return key.sign(signedContent);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64.strip());
        } catch (IllegalArgumentException notBase64) {
            throw new IllegalArgumentException("must be base64, with or without whsec_ in front, as in "
                    + "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw; if the sender's secret is plain text, write the base64 of "
                    + "that text", notBase64);
        }
    }
}
