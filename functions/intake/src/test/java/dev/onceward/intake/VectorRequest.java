package dev.onceward.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

import dev.onceward.intake.signature.preset.Preset;
import dev.onceward.intake.signature.preset.Presets;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

/// A request as somebody else signed it, out of the files that the presets themselves are tested with: facts behind `#`,
/// and then HTTP. Characters are bytes here, as they are for [RawConnection]. The last line's end is the file's.
public record VectorRequest(String name, Map<String, String> facts, String query, String headers, String body) {
    private static final Path FOLDER = Path.of("src/test/resources/dev/onceward/intake/signature/preset");
    private static final Set<String> WITH_PUBLISHED_KEYS = Set.of("aws-sns", "google-pubsub", "paypal");
    private static final Instant USUAL = Instant.ofEpochSecond(1_700_000_000);
    private static final String SUFFIX = ".http";

    public static Stream<VectorRequest> all() {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().map(VectorRequest::read).toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public Preset preset() {
        return Presets.named(requireNonNull(facts.get("preset")));
    }

    public String secret() {
        return requireNonNull(facts.get("secret"));
    }

    public Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    public Instant at() {
        return fact("at").map(Long::parseLong).map(Instant::ofEpochSecond).orElse(USUAL);
    }

    /// Whether its sender's key is to be fetched, from a host of the sender's own.
    public boolean isOfPublishedKey() {
        return WITH_PUBLISHED_KEYS.contains(preset().name());
    }

    /// What is to be had there.
    public Buffer published() {
        return bytes(FOLDER.resolve(fact("certificate").or(() -> fact("jwks")).orElseThrow().split(" ", 2)[0]));
    }

    /// As intake reads it.
    public Request request() {
        var read = MultiMap.caseInsensitiveMultiMap();
        headers.lines().map(row -> row.split(": ", 2)).forEach(row -> read.add(row[0], row[1]));
        return new Request(read, Buffer.buffer(body.getBytes(ISO_8859_1)));
    }

    /// What goes over the wire to a source, all of it the sender's but the address and the end of the head.
    String to(String source) {
        var host = headers.contains("Host: ") ? "" : "Host: localhost\r\n";
        return "POST /hooks/" + source + query + " HTTP/1.1\r\n" + host + headers + "Content-Length: " + body.length()
                + "\r\nConnection: close\r\n\r\n" + body;
    }

    @Override
    public String toString() {
        return name;
    }

    private static Buffer bytes(Path file) {
        try {
            return Buffer.buffer(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static VectorRequest read(Path file) {
        try {
            var text = Files.readString(file, ISO_8859_1);
            var head = text.substring(0, text.indexOf("\n\n"));
            return read(file.getFileName().toString().replace(SUFFIX, ""), head,
                    text.substring(head.length() + 2, text.length() - 1));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static VectorRequest read(String name, String head, String body) {
        var facts = new HashMap<String, String>();
        var headers = new StringBuilder();
        var query = "";
        for (var row : head.lines().toList()) {
            if (row.startsWith("# ")) {
                var colon = row.indexOf(": ");
                facts.put(row.substring(2, colon), row.substring(colon + 2));
            } else if (row.endsWith(" HTTP/1.1")) {
                query = query(row);
            } else {
                headers.append(row).append("\r\n");
            }
        }
        return new VectorRequest(name, facts, query, headers.toString(), body);
    }

    private static String query(String row) {
        var question = row.indexOf('?');
        return question < 0 ? "" : row.substring(question, row.lastIndexOf(' '));
    }
}
