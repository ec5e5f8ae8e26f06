package dev.onceward.relay.sink;

import java.util.function.IntPredicate;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Text where only a part of ASCII may stand.
public final class PercentEncoding {
    private static final String HEX = "0123456789ABCDEF";
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private PercentEncoding() {}

    /// A header's value as the CloudEvents HTTP binding has it: visible ASCII but for `"` and `%`.
    public static String header(String text) {
        return encode(text, c -> c > ' ' && c <= '~' && c != '"' && c != '%');
    }

    /// A segment of a URI's path, as narrow as can be.
    static String segment(String text) {
        return encode(text, c -> UNRESERVED.indexOf(c) >= 0);
    }

    private static String encode(String text, IntPredicate mayStand) {
        var encoded = new StringBuilder(text.length());
        for (var next : text.getBytes(UTF_8)) {
            if (mayStand.test(next & 0xff)) {
                encoded.append((char) next);
            } else {
                encoded.append('%').append(HEX.charAt(next >> 4 & 0xf)).append(HEX.charAt(next & 0xf));
            }
        }
        return encoded.toString();
    }
}
