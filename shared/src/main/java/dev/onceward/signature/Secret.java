package dev.onceward.signature;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.stream.Stream;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A shared secret, of version `v1`: whoever can check a signature can make one. It has no text of its own, so that it cannot be logged by accident.
final class Secret implements SigningKey, CheckingKey {
    private static final String HMAC = "HmacSHA256";
    private static final String PREFIX = "whsec_";
    private static final int LEAST_BYTES = 16;

    private final SecretKeySpec key;

    private Secret(byte[] bytes) {
        this.key = new SecretKeySpec(bytes, HMAC);
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static Secret of(String text) {
        var bytes = decoded(text.startsWith(PREFIX) ? text.substring(PREFIX.length()) : text);
        if (bytes.length < LEAST_BYTES) {
            throw new IllegalArgumentException("has " + bytes.length + " bytes; 24 to 64 are usual, " + LEAST_BYTES
                    + " the least that is taken");
        }
        return new Secret(bytes);
    }

    @Override
    public String version() {
        return "v1";
    }

    @Override
    public boolean made(Stream<byte[]> signatures, byte[] head, byte[] body) {
        var own = sign(head, body);
        return signatures.anyMatch(given -> MessageDigest.isEqual(own, given));
    }

    @Override
    public byte[] sign(byte[] head, byte[] body) {
        try {
            var mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update(head);
            return mac.doFinal(body);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has HmacSHA256", impossible);
        }
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getDecoder().decode(base64.strip());
        } catch (IllegalArgumentException notBase64) {
            throw new IllegalArgumentException("must be base64, with or without whsec_ in front", notBase64);
        }
    }
}
