package dev.onceward.internal.key;

import java.util.regex.Pattern;

import dev.onceward.internal.key.ExtractedKey.Malformed;

/// Reads the header `Idempotency-Key`: a quoted structured-field string (RFC 9651, section 3.3.3), whose parameters are
/// ignored. Many clients send the bare characters, which are accepted as they are.
public final class IdempotencyKey {
    public static final String HEADER = "Idempotency-Key";

    private static final String WHERE = "the header " + HEADER;
    private static final String PARAMETERS = "(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:\"[ -~&&[^\"\\\\]]*\"|[^ \";,]+))?)*+";
    private static final Pattern QUOTED = Pattern.compile(
            "\"(?<value>(?:[ -~&&[^\"\\\\]]|\\\\[\"\\\\])*+)\"" + PARAMETERS);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private IdempotencyKey() {}

    public static ExtractedKey parse(String value) {
        if (!value.startsWith("\"")) {
            return bare(value);
        }
        if (isSimple(value)) {
            return KeyText.checked(value.substring(1, value.length() - 1), WHERE);
        }
        var quoted = QUOTED.matcher(value);
        return quoted.matches()
                ? KeyText.checked(ESCAPE.matcher(quoted.group("value")).replaceAll("$1"), WHERE)
                : malformed();
    }

    /// Whether a quoted value has neither escapes nor parameters, as most have. A regular expression takes much longer.
    private static boolean isSimple(String value) {
        var end = value.indexOf('"', 1);
        return end == value.length() - 1 && end > 0 && value.indexOf('\\') < 0 && KeyText.printableAscii(value);
    }

    /// Returns the key as a sender would write it.
    public static String quoted(String key) {
        return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static ExtractedKey bare(String value) {
        return KeyText.printableAscii(value) ? KeyText.checked(value, WHERE) : malformed();
    }

    private static ExtractedKey malformed() {
        return new Malformed("the header " + HEADER
                + " is not a string of 1 to 255 printable ASCII characters, in quotes or bare");
    }
}
