package dev.onceward.internal.key;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;

/// SHA-256 over length-prefixed parts. The lengths keep `a, bc` and `ab, c` apart; without them a sender could make two
/// different requests look the same.
///
/// @param text base64url without padding, 43 characters: what is compared and kept in Redis
public record Fingerprint(String text) {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    public static Fingerprint of(byte[]... parts) {
        var digest = sha256();
        for (var part : parts) {
            digest.update(length(part.length));
            digest.update(part);
        }
        return ofBytes(digest.digest());
    }

    /// Of texts, so that no two lists of them come out the same.
    public static Fingerprint of(List<String> parts) {
        return of(parts.stream().map(part -> part.getBytes(UTF_8)).toArray(byte[][]::new));
    }

    /// The same of one part, whose position does not move.
    public static Fingerprint of(ByteBuffer part) {
        var digest = sha256();
        digest.update(length(part.remaining()));
        digest.update(part.duplicate());
        return ofBytes(digest.digest());
    }

    public static Fingerprint ofBytes(byte[] hash) {
        return new Fingerprint(ENCODER.encodeToString(hash));
    }

    public byte[] bytes() {
        return Base64.getUrlDecoder().decode(text);
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    /// The plain SHA-256 of bytes, as senders write it.
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static byte[] length(int n) {
        return new byte[]{(byte) (n >>> 24), (byte) (n >>> 16), (byte) (n >>> 8), (byte) n};
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
