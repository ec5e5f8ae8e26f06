package dev.onceward.internal.key;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A SHA-256 over parts with their lengths in front. The lengths keep `a, bc` and `ab, c` apart; without them a sender
/// could make two different requests look equal.
public final class Fingerprint {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final byte[] hash;

    private Fingerprint(byte[] hash) {
        this.hash = hash;
    }

    public static Fingerprint of(byte[]... parts) {
        var digest = sha256();
        for (var part : parts) {
            update(digest, part);
        }
        return new Fingerprint(digest.digest());
    }

    /// Hashes a list of texts, so that no two lists have the same fingerprint.
    public static Fingerprint of(List<String> parts) {
        var digest = sha256();
        for (var part : parts) {
            update(digest, part.getBytes(UTF_8));
        }
        return new Fingerprint(digest.digest());
    }

    /// Hashes a single part, whose position does not change.
    public static Fingerprint of(ByteBuffer part) {
        var digest = sha256();
        digest.update(length(part.remaining()));
        digest.update(part.duplicate());
        return new Fingerprint(digest.digest());
    }

    public static Fingerprint ofBytes(byte[] hash) {
        return new Fingerprint(hash.clone());
    }

    public byte[] bytes() {
        return hash.clone();
    }

    /// Returns base64url without padding, 43 characters.
    public String text() {
        return ENCODER.encodeToString(hash);
    }

    public String hex() {
        return HexFormat.of().formatHex(hash);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Fingerprint that && MessageDigest.isEqual(hash, that.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        return text();
    }

    /// The SHA-256 of bytes without a length, in lower-case hex.
    public static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(sha256().digest(bytes));
    }

    private static void update(MessageDigest digest, byte[] part) {
        digest.update(length(part.length));
        digest.update(part);
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
