package dev.onceward.intake.signature;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

import static java.nio.charset.StandardCharsets.UTF_8;

/// How the bytes of a key are written as the text of a secret.
public enum SecretForm {
    TEXT("must have at least 5 characters"),
    BASE64("must be base64 of at least 5 bytes"),
    HEX("must be hexadecimal, at least 5 bytes"),
    PEM("must be a public key in PEM form, or its base64");

    private static final int LEAST_BYTES = 5;

    private final String requirement;

    SecretForm(String requirement) {
        this.requirement = requirement;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    public byte[] bytes(String text) {
        var bytes = decoded(text.strip());
        if (bytes.length < LEAST_BYTES) {
            throw new IllegalArgumentException(requirement);
        }
        return bytes;
    }

    private byte[] decoded(String text) {
        try {
            return switch (this) {
                case TEXT -> text.getBytes(UTF_8);
                case BASE64 -> Base64.getDecoder().decode(text);
                case HEX -> HexFormat.of().parseHex(text.toLowerCase(Locale.ROOT));
                case PEM -> Base64.getDecoder().decode(text.replaceAll("-----[A-Z ]+-----|\\s", ""));
            };
        } catch (IllegalArgumentException unreadable) {
            throw new IllegalArgumentException(requirement, unreadable);
        }
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
