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

/// A request as bytes, built once for each connection. Sixteen digits make each request unique: they are its key, and
/// are in its body too unless the body is signed.
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

    /// Makes a request that is signed as by GitHub. The signature covers the body and not the id, so one signature
    /// serves all requests, and signing costs the sender nothing.
    public static RequestBytes signed(String path, int size, String secret) {
        var body = body(size).replace(BLANK, "0123456789abcdef");
        var key = HmacKey.of("HmacSHA256", secret.getBytes(US_ASCII));
        return new RequestBytes(path, """
                X-GitHub-Event: push
                X-GitHub-Delivery: %s
                X-Hub-Signature-256: sha256=%s"""
                .formatted(BLANK, Encoding.HEX.text(key.sign(SignedContent.of(body.getBytes(US_ASCII))))), body);
    }

    /// Makes a body of text that hardly compresses, always the same.
    public static String body(int size) {
        var begin = "{\"id\":\"" + BLANK + "\",\"text\":\"";
        return new Random(1).ints(size - begin.length() - 2L, 'a', 'z' + 1)
                .collect(() -> new StringBuilder(begin), StringBuilder::appendCodePoint, StringBuilder::append)
                .append("\"}").toString();
    }

    /// Writes the number into the same buffer each time. The previous request must be answered.
    Buffer numbered(long number) {
        var digits = HexFormat.of().toHexDigits(scattered(number)).getBytes(US_ASCII);
        blanks.forEach(blank -> bytes.setBytes(blank, digits));
        return bytes;
    }

    /// Maps numbers to scattered ones, because growing keys would be easier on an index than those of senders.
    private static long scattered(long number) {
        var mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
