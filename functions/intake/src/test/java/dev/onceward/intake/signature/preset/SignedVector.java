package dev.onceward.intake.signature.preset;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

/// A request as somebody else signed it, out of a file: facts behind `#`, and then HTTP. The last line's end is the
/// file's.
record SignedVector(String file, Map<String, String> facts, RequestLine line, List<Map.Entry<String, String>> headers,
        Buffer body) {
    private static final Instant USUAL = Instant.ofEpochSecond(1_700_000_000);

    static Stream<SignedVector> all() {
        try (var files = Files.list(folder())) {
            return files.filter(file -> file.toString().endsWith(".http")).sorted().map(SignedVector::read).toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static SignedVector named(String name) {
        return read(folder().resolve(name + ".http"));
    }

    Preset preset() {
        return Presets.named(requireNonNull(facts.get("preset")));
    }

    Optional<String> fact(String name) {
        return Optional.ofNullable(facts.get(name));
    }

    Instant at() {
        return fact("at").map(Long::parseLong).map(Instant::ofEpochSecond).orElse(USUAL);
    }

    Request request() {
        var map = MultiMap.caseInsensitiveMultiMap();
        headers.forEach(header -> map.add(header.getKey(), header.getValue()));
        return new Request(line, map, body);
    }

    Verdict verdict() {
        return verdict(secret(), at());
    }

    /// Several have a comma between them.
    String secret() {
        return requireNonNull(facts.get("secret"));
    }

    Verdict verdict(String secret, Instant now) {
        return verdict(secret, now, preset().tolerance().orElse(null));
    }

    Verdict verdict(String secret, Instant now, @Nullable Duration tolerance) {
        var terms = new PresetOptions(texts(secret.split(",", -1)), tolerance, fact("url").orElse(""), published());
        return preset().scheme(terms).verify(request(), now);
    }

    private static List<SecretText> texts(String... secrets) {
        return IntStream.rangeClosed(1, secrets.length)
                .mapToObj(n -> new SecretText(Integer.toString(n), secrets[n - 1])).toList();
    }

    /// What the sender would answer, whatever the address.
    private PublishedKeys published() {
        return _ -> fact("certificate").or(() -> fact("jwks"))
                .map(name -> bytes(folder().resolve(firstWord(name))));
    }

    SignedVector withHeaders(List<Map.Entry<String, String>> others) {
        return new SignedVector(file, facts, line, List.copyOf(others), body);
    }

    SignedVector withBody(byte[] other) {
        return new SignedVector(file, facts, line, headers, Buffer.buffer(other));
    }

    SignedVector mapBody(UnaryOperator<String> change) {
        return withBody(change.apply(body.toString(UTF_8)).getBytes(UTF_8));
    }

    SignedVector withQuery(String query) {
        return new SignedVector(file, facts, new RequestLine(line.method(), query, line.peer()), headers, body);
    }

    SignedVector mapHeader(String name, UnaryOperator<String> change) {
        return withHeaders(headers.stream().map(header -> header.getKey().equalsIgnoreCase(name)
                ? Map.entry(header.getKey(), change.apply(header.getValue()))
                : header).toList());
    }

    boolean hasHeader(String name) {
        return headers.stream().anyMatch(header -> header.getKey().equalsIgnoreCase(name));
    }

    @Override
    public String toString() {
        return file;
    }

    private static SignedVector read(Path path) {
        var all = bytes(path);
        var text = new String(all, ISO_8859_1);
        var end = text.indexOf("\n\n");
        var facts = new HashMap<String, String>();
        var headers = new ArrayList<Map.Entry<String, String>>();
        var line = RequestLine.POST;
        for (var row : text.substring(0, end).lines().toList()) {
            if (row.startsWith("# ")) {
                var colon = row.indexOf(": ");
                facts.put(row.substring(2, colon), row.substring(colon + 2));
            } else if (row.endsWith(" HTTP/1.1")) {
                line = line(row, facts);
            } else {
                var colon = row.indexOf(": ");
                headers.add(Map.entry(row.substring(0, colon), row.substring(colon + 2)));
            }
        }
        return new SignedVector(path.getFileName().toString(), facts, line, headers,
                Buffer.buffer(Arrays.copyOfRange(all, end + 2, all.length - 1)));
    }

    private static RequestLine line(String row, Map<String, String> facts) {
        var address = row.substring(row.indexOf(' ') + 1, row.lastIndexOf(' '));
        var question = address.indexOf('?');
        return new RequestLine(firstWord(row), question < 0 ? "" : address.substring(question + 1),
                facts.getOrDefault("peer", "192.0.2.1"));
    }

    private static String firstWord(String text) {
        return text.contains(" ") ? text.substring(0, text.indexOf(' ')) : text;
    }

    private static Path folder() {
        try {
            return requireNonNull(
                    Path.of(requireNonNull(SignedVector.class.getResource("github.http")).toURI()).getParent());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] bytes(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
