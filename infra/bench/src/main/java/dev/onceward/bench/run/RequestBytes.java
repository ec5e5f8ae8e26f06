package dev.onceward.bench.run;

import java.util.HexFormat;
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
public final class RequestBytes {
    private static final String BLANK = "0".repeat(16);

    private final Buffer bytes;
    private final List<Integer> blanks;

    private RequestBytes(String path, String headers, String body) {
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

    public static RequestBytes keyed(String path, int size) {
        return new RequestBytes(path, "Idempotency-Key: \"" + BLANK + "\"", body(size));
    }

    /// As GitHub sends it: the signature covers the body and not the id, so one will do for all, and signing costs the
    /// sender nothing.
    public static RequestBytes signed(String path, int size, String secret) {
        var body = body(size).replace(BLANK, "0123456789abcdef");
        var key = HmacKey.of("HmacSHA256", secret.getBytes(US_ASCII));
        return new RequestBytes(path, """
                X-GitHub-Event: push
                X-GitHub-Delivery: %s
                X-Hub-Signature-256: sha256=%s"""
                .formatted(BLANK, Encoding.HEX.text(key.sign(SignedContent.of(body.getBytes(US_ASCII))))), body);
    }

    /// A body with text that does not compress to nothing, always the same.
    public static String body(int size) {
        var begin = "{\"id\":\"" + BLANK + "\",\"text\":\"";
        return new Random(1).ints(size - begin.length() - 2L, 'a', 'z' + 1)
                .collect(() -> new StringBuilder(begin), StringBuilder::appendCodePoint, StringBuilder::append)
                .append("\"}").toString();
    }

    /// The same buffer each time: its last use must be over, as it is once an answer came.
    Buffer numbered(long number) {
        var digits = HexFormat.of().toHexDigits(scattered(number)).getBytes(US_ASCII);
        blanks.forEach(blank -> bytes.setBytes(blank, digits));
        return bytes;
    }

    /// One to one, but all over the place: keys that only grow would be kinder to an index than senders are.
    private static long scattered(long number) {
        var mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
