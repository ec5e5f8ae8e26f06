package dev.onceward.internal.key;

import java.util.regex.Pattern;

import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.key.ExtractedKey.Malformed;

/// Checks keys from any place: 1 to 255 characters, none of them a control character. The same rule holds for ordering
/// keys.
public final class KeyText {
    public static final int MAX_LENGTH = 255;
    private static final Pattern SHA_256 = Pattern.compile("[0-9a-f]{64}");

    private KeyText() {}

    public static ExtractedKey checked(String value, String where) {
        if (value.isEmpty()) {
            return new Malformed(where + " is empty; a key has 1 to " + MAX_LENGTH + " characters");
        }
        if (value.length() > MAX_LENGTH) {
            return new Malformed("%s has %d characters; a key has 1 to %d"
                    .formatted(where, value.length(), MAX_LENGTH));
        }
        return fits(value)
                ? new Found(value)
                : new Malformed(where + " has a control character or an unpaired surrogate; a key has neither");
    }

    public static boolean fits(String value) {
        return !value.isEmpty() && value.length() <= MAX_LENGTH
                && (printableAscii(value) || value.codePoints().noneMatch(KeyText::unfit));
    }

    public static boolean printableAscii(String value) {
        for (var i = 0; i < value.length(); i++) {
            if (value.charAt(i) < 0x20 || value.charAt(i) > 0x7e) {
                return false;
            }
        }
        return true;
    }

    public static boolean sha256(String value) {
        return SHA_256.matcher(value).matches();
    }

    /// Whether the text has no unpaired surrogate. Unpaired surrogates have no bytes in UTF-8, so all of them would be
    /// encoded alike.
    public static boolean isEncodable(String value) {
        return value.codePoints().noneMatch(KeyText::half);
    }

    private static boolean unfit(int codePoint) {
        return Character.isISOControl(codePoint) || half(codePoint);
    }

    private static boolean half(int codePoint) {
        return Character.getType(codePoint) == Character.SURROGATE;
    }
}
