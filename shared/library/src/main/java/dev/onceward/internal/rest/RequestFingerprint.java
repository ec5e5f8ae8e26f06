package dev.onceward.internal.rest;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.core.multipart.FormData;
import org.jboss.resteasy.reactive.server.multipart.FormValue;

import dev.onceward.internal.json.CanonicalJson;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// What a repetition must repeat: the method, the path with its query, chosen headers, and the body or chosen fields of it.
///
/// @param fields of a JSON body that count; all if empty
/// @param ignored fields of a JSON body that do not count
public record RequestFingerprint(List<String> headers, List<JsonPointer> fields, List<JsonPointer> ignored) {

    Fingerprint of(ResteasyReactiveRequestContext context, Request request) {
        var parts = new ArrayList<byte[]>();
        parts.add(bytes(context.getMethod()));
        parts.add(bytes(context.getPath()));
        parts.add(bytes(request.line().query()));
        for (var header : headers) {
            parts.add(Fingerprint.of(request.headers(header)).bytes());
        }
        parts.add(context.getFormData() == null ? body(request) : Fingerprint.of(texts(context.getFormData())).bytes());
        return Fingerprint.of(parts.toArray(byte[][]::new));
    }

    /// JSON is compared by what it says, other bodies byte for byte. A body that is not the JSON that it should be is too.
    private byte[] body(Request request) {
        return isJson(request)
                ? request.wholeJson(this::values).map(values -> Fingerprint.of(values).bytes())
                        .orElseGet(request::bytes)
                : request.bytes();
    }

    private static boolean isJson(Request request) {
        var type = Objects.requireNonNullElse(request.header("Content-Type"), "").toLowerCase(Locale.ROOT);
        var subtype = type.split(";", 2)[0].strip();
        return subtype.equals("application/json") || subtype.endsWith("+json");
    }

    private List<String> values(JsonNode body) {
        return fields.isEmpty()
                ? List.of(withoutIgnored(body))
                : fields.stream().map(field -> value(body.at(field))).toList();
    }

    /// A value that is missing differs from each text of JSON.
    private static String value(JsonNode node) {
        return node.isMissingNode() ? "" : CanonicalJson.of(node);
    }

    private String withoutIgnored(JsonNode body) {
        for (var pointer : ignored) {
            if (body.at(pointer.head()) instanceof ObjectNode parent) {
                var _ = parent.remove(pointer.last().getMatchingProperty());
            }
        }
        return CanonicalJson.of(body);
    }

    private static List<String> texts(FormData form) {
        var texts = new ArrayList<String>();
        for (var name : form) {
            for (var value : form.get(name)) {
                texts.add(name);
                texts.add(value.isFileItem() ? file(value) : value.getValue());
            }
        }
        return texts;
    }

    /// The content of a file is not read, because it may lie on the disk, and an event loop must not wait for that.
    private static String file(FormValue file) {
        try {
            return file.getFileItem().getFileSize() + " " + file.getFileName();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }
}
