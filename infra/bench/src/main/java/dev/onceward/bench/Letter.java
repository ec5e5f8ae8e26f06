package dev.onceward.bench;

import java.util.Random;

import io.vertx.core.buffer.Buffer;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// A request as bytes, built once for each connection. Sixteen digits make it this one request: they are its key, and
/// they stand in its body.
final class Letter {
    private static final String DIGITS = "0123456789abcdef";
    private static final String BLANK = "0".repeat(16);
    private static final String BEFORE = "{\"id\":\"";
    private static final String BETWEEN = "\",\"text\":\"";
    private static final String AFTER = "\"}";

    private final Buffer bytes;
    private final int key;
    private final int id;

    Letter(String path, int size) {
        var head = """
                POST %s HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Content-Length: %d
                Idempotency-Key: "%s"

                """.formatted(path, size, BLANK).replace("\n", "\r\n");
        bytes = Buffer.buffer(head + body(size), US_ASCII.name());
        key = head.indexOf(BLANK);
        id = head.length() + BEFORE.length();
    }

    /// The same buffer each time: its last use must be over, as it is once an answer came.
    Buffer numbered(long number) {
        var digits = scattered(number);
        for (var i = 0; i < BLANK.length(); i++) {
            var digit = (byte) DIGITS.charAt((int) (digits >>> (60 - 4 * i)) & 15);
            bytes.setByte(key + i, digit);
            bytes.setByte(id + i, digit);
        }
        return bytes;
    }

    /// Of 1 KiB, always the same.
    static Buffer body() {
        return Buffer.buffer(body(1024), US_ASCII.name());
    }

    private static String body(int size) {
        var frame = BEFORE.length() + BLANK.length() + BETWEEN.length() + AFTER.length();
        return BEFORE + BLANK + BETWEEN + noise(size - frame) + AFTER;
    }

    /// Text that does not compress to nothing.
    private static String noise(int length) {
        return new Random(1).ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// One to one, but all over the place: keys that only grow would be kinder to an index than senders are.
    private static long scattered(long number) {
        var mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
