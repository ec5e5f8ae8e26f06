package dev.onceward.relay.sink;

import java.util.function.IntPredicate;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Encodes text for places that allow only a part of ASCII.
public final class PercentEncoding {
    private static final String HEX = "0123456789ABCDEF";
    private static final String UNRESERVED = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private PercentEncoding() {}

    /// Encodes the value of a header as in the HTTP binding of CloudEvents, which allows visible ASCII except `"` and
    /// `%`.
    public static String header(String text) {
        return encode(text, c -> c > ' ' && c <= '~' && c != '"' && c != '%');
    }

    /// Encodes a segment of a URI's path, where only unreserved characters stay.
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
