package dev.onceward.internal.key;

import java.util.regex.Pattern;

import dev.onceward.internal.key.ExtractedKey.Malformed;

/// Reads the header `Idempotency-Key`: a quoted structured-field string (RFC 9651, section 3.3.3), whose parameters are
/// ignored. Many clients send the bare characters, which are accepted as they are.
public final class IdempotencyKey {
    public static final String HEADER = "Idempotency-Key";

    private static final String PARAMETERS = "(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:\"[ -~&&[^\"\\\\]]*\"|[^ \";,]+))?)*+";
    private static final Pattern QUOTED = Pattern.compile(
            "\"(?<value>(?:[ -~&&[^\"\\\\]]|\\\\[\"\\\\])*+)\"" + PARAMETERS);
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private IdempotencyKey() {}

    public static ExtractedKey parse(String value) {
        if (!value.startsWith("\"")) {
            return bare(value);
        }
        var quoted = QUOTED.matcher(value);
        return quoted.matches()
                ? KeyText.checked(ESCAPE.matcher(quoted.group("value")).replaceAll("$1"), "the header " + HEADER)
                : malformed();
    }

    /// Returns the key as a sender would write it.
    public static String quoted(String key) {
        return '"' + key.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static ExtractedKey bare(String value) {
        return KeyText.printableAscii(value) ? KeyText.checked(value, "the header " + HEADER) : malformed();
    }

    private static ExtractedKey malformed() {
        return new Malformed("the header " + HEADER
                + " is not a string of 1 to 255 printable ASCII characters, in quotes or bare");
    }
}
