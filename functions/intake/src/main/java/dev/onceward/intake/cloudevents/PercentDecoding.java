package dev.onceward.intake.cloudevents;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.regex.Pattern;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Decodes header values as the HTTP binding of CloudEvents prescribes: quotes are removed, then the value is
/// percent-decoded exactly once and must be valid UTF-8. Characters that should have been encoded but were not are
/// kept.
final class PercentDecoding {
    private static final Pattern QUOTED = Pattern.compile("\"(?:[^\"\\\\]|\\\\.)*+\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    private PercentDecoding() {}

    /// @throws IllegalArgumentException whose message is shown to the sender
    static String decode(String header, String value) {
        var plain = QUOTED.matcher(value).matches()
                ? ESCAPE.matcher(value.substring(1, value.length() - 1)).replaceAll("$1")
                : value;
        if (plain.indexOf('%') < 0 && plain.chars().allMatch(c -> c < 0x80)) {
            return plain;
        }
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes(header, plain))).toString();
        } catch (CharacterCodingException malformed) {
            throw new IllegalArgumentException("The header " + header + " is not UTF-8 when percent-decoded.",
                    malformed);
        }
    }

    private static byte[] bytes(String header, String plain) {
        var in = plain.getBytes(ISO_8859_1);
        var out = new ByteArrayOutputStream(in.length);
        for (var i = 0; i < in.length; i++) {
            if (in[i] == '%') {
                out.write(digit(header, in, i + 1) << 4 | digit(header, in, i + 2));
                i += 2;
            } else {
                out.write(in[i]);
            }
        }
        return out.toByteArray();
    }

    private static int digit(String header, byte[] in, int at) {
        var digit = at < in.length ? Character.digit(in[at], 16) : -1;
        if (digit < 0) {
            throw new IllegalArgumentException("The header " + header
                    + " has a % that is not followed by two hexadecimal digits.");
        }
        return digit;
    }
}
