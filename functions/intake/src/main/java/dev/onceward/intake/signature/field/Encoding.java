package dev.onceward.intake.signature.field;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;

import static java.nio.charset.StandardCharsets.UTF_8;

/// How bytes are written as text. Only the spelling that the encoder of the sender produces is accepted, so that a
/// signature has a single form.
public enum Encoding {
    HEX, HEX_UPPER, BASE64, BASE64URL, TEXT;

    public Optional<byte[]> decode(String text) {
        try {
            var bytes = bytes(text);
            return text(bytes).equals(text) ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException otherwise) {
            return Optional.empty();
        }
    }

    private byte[] bytes(String text) {
        return switch (this) {
            case HEX, HEX_UPPER -> HexFormat.of().parseHex(text);
            case BASE64 -> Base64.getDecoder().decode(text);
            case BASE64URL -> Base64.getUrlDecoder().decode(text);
            case TEXT -> text.getBytes(UTF_8);
        };
    }

    public String text(byte[] bytes) {
        return switch (this) {
            case HEX -> HexFormat.of().formatHex(bytes);
            case HEX_UPPER -> HexFormat.of().withUpperCase().formatHex(bytes);
            case BASE64 -> Base64.getEncoder().encodeToString(bytes);
            case BASE64URL -> Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            case TEXT -> new String(bytes, UTF_8);
        };
    }

    /// The name of the encoding for a message.
    public String described() {
        return switch (this) {
            case HEX -> "lower-case hex";
            case HEX_UPPER -> "upper-case hex";
            default -> word();
        };
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
