package dev.onceward.request;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A webhook as it came: the exact bytes, and headers whose names have no case.
public final class Request {
    private final Line line;
    private final MultiMap headers;
    private final Buffer body;
    private final byte[] bytes;
    private @Nullable JsonBody json;

    public Request(MultiMap headers, Buffer body) {
        this(Line.POST, headers, body);
    }

    public Request(Line line, MultiMap headers, Buffer body) {
        this.line = line;
        this.headers = headers;
        this.body = body;
        this.bytes = body.getBytes();
    }

    public Line line() {
        return line;
    }

    /// All values of a parameter in the query; none if the query cannot be read.
    public List<String> parameters(String name) {
        return Parameters.of(line.query()).map(all -> all.getOrDefault(name, List.of())).orElse(List.of());
    }

    /// The fields of a form; nothing if the body cannot be read as one.
    public Optional<Map<String, List<String>>> form() {
        return Parameters.of(body.toString(UTF_8));
    }

    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /// All values of a header, for those that must not come twice.
    public List<String> headers(String name) {
        return headers.getAll(name);
    }

    public MultiMap headers() {
        return headers;
    }

    public Buffer body() {
        return body;
    }

    /// The same bytes as an array, for whoever only reads them.
    public byte[] bytes() {
        return bytes;
    }

    public JsonBody json() {
        var read = json;
        if (read == null) {
            read = JsonBody.of(bytes);
            json = read;
        }
        return read;
    }

    /// Of the bytes alone: what else differs from one delivery to the next (a timestamp, a signature) says nothing.
    public Fingerprint fingerprint() {
        return Fingerprint.of(bytes);
    }
}
