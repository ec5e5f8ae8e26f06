package dev.onceward.internal.answer;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// An answer as it is sent: its status, its headers with names in any case, and the bytes of its body.
public record RestAnswer(int status, Map<String, List<String>> headers, Buffer body) {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String STATUS = "status";
    private static final String HEADERS = "headers";
    private static final String TEXT = "text";
    private static final String BASE_64 = "base64";
    private static final String PLAIN_TEXT = "text/plain;charset=UTF-8";
    private static final int OK = 200;
    private static final int NO_STATUS = 600;

    public RestAnswer {
        var copy = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        copy.putAll(headers);
        headers = copy;
    }

    public static RestAnswer of(int status, String mediaType, String text) {
        return new RestAnswer(status, Map.of(CONTENT_TYPE, List.of(mediaType)), Buffer.buffer(text));
    }

    /// Reads what [#json] has written, or an operator. Empty if that is no answer of HTTP: an operator may have taken the key for
    /// one of code, which keeps answers of any form.
    public static Optional<RestAnswer> ofKept(@Nullable Object kept) {
        return kept instanceof JsonObject json
                && json.getValue(STATUS) instanceof Integer status && status >= OK && status < NO_STATUS
                && json.getValue(HEADERS, new JsonObject()) instanceof JsonObject headers
                        ? keptBody(json).map(body -> new RestAnswer(status, keptHeaders(headers), body).typed())
                        : Optional.empty();
    }

    private static Map<String, List<String>> keptHeaders(JsonObject kept) {
        var headers = new TreeMap<String, List<String>>();
        kept.forEach(header -> headers.put(header.getKey(), texts(header.getValue())));
        return headers;
    }

    private static Optional<Buffer> keptBody(JsonObject json) {
        try {
            return Optional.of(json.getValue(TEXT) == null
                    ? Buffer.buffer(json.getValue(BASE_64) == null ? new byte[0] : json.getBinary(BASE_64))
                    : Buffer.buffer(json.getString(TEXT)));
        } catch (IllegalArgumentException | ClassCastException notBase64) {
            return Optional.empty();
        }
    }

    /// A body without a type would not be sent.
    private RestAnswer typed() {
        return headers.containsKey(CONTENT_TYPE) ? this : with(CONTENT_TYPE, PLAIN_TEXT);
    }

    private static List<String> texts(Object value) {
        return value instanceof JsonArray several
                ? several.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value));
    }

    /// The form in which an answer is kept. A body that is UTF-8 is kept as text, so that an operator can read it.
    ///
    /// @param unkept the names of headers to leave out
    public JsonObject json(Set<String> unkept) {
        var kept = new JsonObject();
        headers.forEach((name, values) -> {
            if (unkept.stream().noneMatch(name::equalsIgnoreCase)) {
                kept.put(name, new JsonArray(values));
            }
        });
        var json = new JsonObject().put(STATUS, status).put(HEADERS, kept);
        return isText() ? json.put(TEXT, body.toString(UTF_8)) : json.put(BASE_64, body.getBytes());
    }

    private boolean isText() {
        try {
            var _ = UTF_8.newDecoder().decode(ByteBuffer.wrap(body.getBytes()));
            return true;
        } catch (CharacterCodingException binary) {
            return false;
        }
    }

    /// Empty if there is no body.
    public Optional<String> contentType() {
        return Optional.ofNullable(headers.get(CONTENT_TYPE)).map(List::getFirst).filter(_ -> body.length() > 0);
    }

    public RestAnswer with(String header, String value) {
        var more = new TreeMap<>(headers);
        more.put(header, List.of(value));
        return new RestAnswer(status, more, body);
    }
}
