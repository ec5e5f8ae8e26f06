package dev.onceward.internal.request;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.memory.ReadingMemory;
import dev.onceward.internal.memory.RequestMemory;

/// A webhook as it arrived: the exact bytes, once, and headers with case-insensitive names. Nothing that is parsed from
/// the bytes is kept, so a request takes as much memory as its body.
public final class Request {
    private final RequestLine requestLine;
    private final MultiMap headers;
    private final ByteBuffer body;
    private final RequestMemory memory;
    private @Nullable JsonBody json;

    public Request(MultiMap headers, Buffer body) {
        this(RequestLine.POST, headers, body);
    }

    public Request(RequestLine requestLine, MultiMap headers, Buffer body) {
        this(requestLine, headers, body.getBytes(), RequestMemory.UNLIMITED);
    }

    /// @param body is not copied and must not be changed any more
    /// @param memory counts what is parsed from the body
    public Request(RequestLine requestLine, MultiMap headers, byte[] body, RequestMemory memory) {
        this(requestLine, headers, ByteBuffer.wrap(body), memory);
    }

    private Request(RequestLine requestLine, MultiMap headers, ByteBuffer body, RequestMemory memory) {
        this.requestLine = requestLine;
        this.headers = headers;
        this.body = body;
        this.memory = memory;
    }

    /// Returns a part of the body as a request of its own, over the same bytes.
    public Request part(MultiMap partHeaders, int start, int end) {
        return new Request(requestLine, partHeaders, body.slice(start, end - start), memory);
    }

    public RequestLine line() {
        return requestLine;
    }

    /// Returns all values of a query parameter; none if the query cannot be parsed.
    public List<String> parameters(String name) {
        return Parameters.of(requestLine.query()).map(all -> all.getOrDefault(name, List.of())).orElse(List.of());
    }

    /// Parses the fields of a form for the time of their use; empty if the body is not a form.
    ///
    /// @throws BodyMemoryFull if there is not enough memory to parse it
    public <T> Optional<T> form(Function<Map<String, List<String>>, T> use) {
        try (var meter = new ReadingMemory(memory)) {
            return Parameters.of(body, meter).map(use);
        }
    }

    public @Nullable String header(String name) {
        return headers.get(name);
    }

    /// Returns all values of a header, for headers that must not come twice.
    public List<String> headers(String name) {
        return headers.getAll(name);
    }

    public MultiMap headers() {
        return headers;
    }

    public int length() {
        return body.remaining();
    }

    /// The bytes without a copy, for storing and sending.
    public Buffer body() {
        return BufferImpl.buffer(Unpooled.wrappedBuffer(body.array(), body.arrayOffset(), body.remaining()));
    }

    /// The bytes as an array that must not be changed. For a part of a body this is a copy.
    public byte[] bytes() {
        return body.remaining() == body.array().length ? body.array() : body().getBytes();
    }

    /// @throws BodyMemoryFull if there is not enough memory to parse the body
    public JsonBody json() {
        var read = json;
        if (read == null) {
            read = JsonBody.of(body, memory);
            json = read;
        }
        return read;
    }

    /// Reads the body as JSON with one pass over its bytes, and keeps nothing of it. Empty if it is not JSON.
    ///
    /// @throws BodyMemoryFull if there is not enough memory to parse the body
    public <T> Optional<T> wholeJson(Function<JsonNode, T> use) {
        return JsonBody.whole(body, memory, use);
    }

    /// Hashes the body only, because headers such as a timestamp or a signature change with each delivery.
    public Fingerprint fingerprint() {
        return Fingerprint.of(body);
    }
}
