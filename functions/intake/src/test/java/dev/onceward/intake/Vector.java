package dev.onceward.intake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import dev.onceward.signature.preset.Preset;
import dev.onceward.signature.preset.Presets;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

/// A request as somebody else signed it, out of the files that the presets themselves are tested with: facts behind `#`,
/// and then HTTP. Characters are bytes here, as they are for [Wire]. The last line's end is the file's.
record Vector(String name, Map<String, String> facts, String query, String headers, String body) {
    private static final Path FOLDER = Path.of("../../shared/src/test/resources/dev/onceward/signature/preset");
    private static final String SUFFIX = ".http";

    static Stream<Vector> all() {
        try (var files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().map(Vector::read).toList().stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    Preset preset() {
        return Presets.named(requireNonNull(facts.get("preset")));
    }

    String secret() {
        return requireNonNull(facts.get("secret"));
    }

    Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    /// Other tests have sources named after senders, in the same database.
    String source() {
        return "vector-" + name;
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

    private static Vector read(Path file) {
        try {
            var text = Files.readString(file, ISO_8859_1);
            var head = text.substring(0, text.indexOf("\n\n"));
            return read(file.getFileName().toString().replace(SUFFIX, ""), head,
                    text.substring(head.length() + 2, text.length() - 1));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Vector read(String name, String head, String body) {
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
        return new Vector(name, facts, query, headers.toString(), body);
    }

    private static String query(String row) {
        var question = row.indexOf('?');
        return question < 0 ? "" : row.substring(question, row.lastIndexOf(' '));
    }
}
