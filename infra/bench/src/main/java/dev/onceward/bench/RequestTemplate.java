package dev.onceward.bench;

import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.vertx.core.buffer.Buffer;

import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// A request as bytes, built once for each connection. Sixteen digits make it this one request: they are its key, and
/// stand in its body too unless that is signed.
final class RequestTemplate {
    private static final String DIGITS = "0123456789abcdef";
    private static final String BLANK = "0".repeat(16);
    private static final String BEFORE = "{\"id\":\"";
    private static final String BETWEEN = "\",\"text\":\"";
    private static final String AFTER = "\"}";

    private final Buffer bytes;
    private final List<Integer> blanks;

    private RequestTemplate(String path, String headers, String body) {
        var head = """
                POST %s HTTP/1.1
                Host: localhost
                Content-Type: application/json
                Content-Length: %d
                %s

                """.formatted(path, body.length(), headers).replace("\n", "\r\n");
        bytes = Buffer.buffer(head + body, US_ASCII.name());
        blanks = Pattern.compile(BLANK).matcher(head + body).results().map(MatchResult::start).toList();
    }

    static RequestTemplate keyed(String path, int size) {
        return new RequestTemplate(path, "Idempotency-Key: \"" + BLANK + "\"", body(size));
    }

    /// As GitHub sends it: the signature covers the body and not the id, so one will do for all, and signing costs the
    /// sender nothing.
    static RequestTemplate signed(String path, int size, String secret) {
        var body = body(size).replace(BLANK, DIGITS);
        return new RequestTemplate(path, """
                X-GitHub-Event: push
                X-GitHub-Delivery: %s
                X-Hub-Signature-256: sha256=%s""".formatted(BLANK, signature(secret, body)), body);
    }

    /// The same buffer each time: its last use must be over, as it is once an answer came.
    Buffer numbered(long number) {
        var digits = scattered(number);
        for (var i = 0; i < BLANK.length(); i++) {
            var digit = (byte) DIGITS.charAt((int) (digits >>> (60 - 4 * i)) & 15);
            for (var blank : blanks) {
                bytes.setByte(blank + i, digit);
            }
        }
        return bytes;
    }

    /// Of 1 KiB, always the same.
    static Buffer body() {
        return Buffer.buffer(body(1024), US_ASCII.name());
    }

    private static String signature(String secret, String body) {
        var key = HmacKey.of("HmacSHA256", secret.getBytes(US_ASCII));
        return Encoding.HEX.text(key.sign(SignedContent.of(body.getBytes(US_ASCII))));
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
