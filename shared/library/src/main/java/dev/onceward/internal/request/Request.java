package dev.onceward.internal.request;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import io.netty.buffer.Unpooled;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.buffer.impl.BufferImpl;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.memory.ReadingMemory;

/// A webhook as it came: the exact bytes, once, and headers whose names have no case. Nothing that is read from the bytes
/// is kept, so a request costs as much memory as its body for as long as somebody holds it.
public final class Request {
    private final RequestLine requestLine;
    private final MultiMap headers;
    private final ByteBuffer body;
    private final BodyMemory memory;
    private @Nullable JsonBody json;

    public Request(MultiMap headers, Buffer body) {
        this(RequestLine.POST, headers, body);
    }

    public Request(RequestLine requestLine, MultiMap headers, Buffer body) {
        this(requestLine, headers, body.getBytes(), BodyMemory.UNLIMITED);
    }

    /// @param body is not copied and must not be changed any more
    /// @param memory what is read from the body takes some of it
    public Request(RequestLine requestLine, MultiMap headers, byte[] body, BodyMemory memory) {
        this(requestLine, headers, ByteBuffer.wrap(body), memory);
    }

    private Request(RequestLine requestLine, MultiMap headers, ByteBuffer body, BodyMemory memory) {
        this.requestLine = requestLine;
        this.headers = headers;
        this.body = body;
        this.memory = memory;
    }

    /// A part of the body as a request of its own, over the same bytes.
    public Request part(MultiMap partHeaders, int start, int end) {
        return new Request(requestLine, partHeaders, body.slice(start, end - start), memory);
    }

    public RequestLine line() {
        return requestLine;
    }

    /// All values of a parameter in the query; none if the query cannot be read.
    public List<String> parameters(String name) {
        return Parameters.of(requestLine.query()).map(all -> all.getOrDefault(name, List.of())).orElse(List.of());
    }

    /// The fields of a form, for as long as they are used; nothing if the body cannot be read as one.
    ///
    /// @throws BodyMemoryFull if there is no memory left to read it with
    public <T> Optional<T> form(Function<Map<String, List<String>>, T> use) {
        try (var meter = new ReadingMemory(memory)) {
            return Parameters.of(body, meter).map(use);
        }
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

    public int length() {
        return body.remaining();
    }

    /// The same bytes, for whoever stores or sends them.
    public Buffer body() {
        return BufferImpl.buffer(Unpooled.wrappedBuffer(body.array(), body.arrayOffset(), body.remaining()));
    }

    /// The same bytes as an array, for whoever only reads them. Of a part it is a copy.
    public byte[] bytes() {
        return body.remaining() == body.array().length ? body.array() : body().getBytes();
    }

    /// @throws BodyMemoryFull if there is no memory left to read it with
    public JsonBody json() {
        var read = json;
        if (read == null) {
            read = JsonBody.of(body, memory);
            json = read;
        }
        return read;
    }

    /// Of the bytes alone: what else differs from one delivery to the next (a timestamp, a signature) says nothing.
    public Fingerprint fingerprint() {
        return Fingerprint.of(body);
    }
}
