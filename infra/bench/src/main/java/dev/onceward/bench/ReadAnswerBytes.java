package dev.onceward.bench;

import java.util.Arrays;

import io.vertx.core.buffer.Buffer;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// Reads one HTTP/1.1 answer at a time off a connection, and of it only what the bench must know.
final class ReadAnswerBytes {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] LENGTH = "\r\ncontent-length:".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "\r\ntransfer-encoding:".getBytes(US_ASCII);
    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] REPLAYED = "\r\nidempotent-replayed: true\r\n".getBytes(US_ASCII);
    private static final int STATUS = "HTTP/1.1 ".length();

    private byte[] bytes = new byte[4096];
    private int length;
    private int head;

    void clear() {
        length = 0;
    }

    /// Says whether the answer is all there.
    boolean add(Buffer more) {
        while (length + more.length() > bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
        }
        more.getBytes(bytes, length);
        length += more.length();
        head = after(HEAD_END, length);
        return head > 0 && whole();
    }

    /// A status of 2xx.
    boolean accepted() {
        return bytes[STATUS] == '2';
    }

    boolean replayed() {
        return after(REPLAYED, head) > 0;
    }

    private boolean whole() {
        var size = after(LENGTH, head);
        if (size > 0) {
            return length >= head + number(size);
        }
        return after(CHUNKED, head) < 0 || endsWith(LAST_CHUNK);
    }

    private int number(int at) {
        var digit = bytes[at] == ' ' ? at + 1 : at;
        var value = 0;
        for (; bytes[digit] != '\r'; digit++) {
            value = 10 * value + bytes[digit] - '0';
        }
        return value;
    }

    /// Where it goes on after the text, or -1 if the text is not there.
    private int after(byte[] text, int end) {
        for (var at = 0; at + text.length <= end; at++) {
            if (stands(text, at)) {
                return at + text.length;
            }
        }
        return -1;
    }

    private boolean endsWith(byte[] text) {
        return length >= text.length && stands(text, length - text.length);
    }

    private boolean stands(byte[] text, int at) {
        for (var i = 0; i < text.length; i++) {
            if (lower(bytes[at + i]) != text[i]) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter;
    }
}
