package dev.onceward.intake.quarantine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.source.KeptHeaders;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A request that failed verification and is to be put into quarantine. It holds no credential.
///
/// @param headers as JSON
record UnverifiedRequest(UUID id, String source, Fingerprint fingerprint, Unverified verdict, String method,
        String query,
        String headers, Buffer body) {

    static UnverifiedRequest of(UUID id, Source source, Request request, Unverified verdict) {
        var headers = Json.encode(plain(KeptHeaders.evidence(request, source.signing())));
        return new UnverifiedRequest(id, source.name(), fingerprint(source, request, headers), verdict,
                storable(request.line().method()), query(source, request), headers, request.body());
    }

    /// Removes the query of a source whose URL may hold the secret, or a value with which a sender may set one.
    private static String query(Source source, Request request) {
        return source.signing().hasSecretAddress() || source.handshakes().senderChoosesSecrets()
                ? ""
                : storable(request.line().query());
    }

    /// Two requests are the same if they carry the same event, not if two events happen to have the same bytes. Without
    /// a key the headers decide, where a CloudEvent may have its id.
    private static Fingerprint fingerprint(Source source, Request request, String headers) {
        return source.rules().key().of(request).value().filter(_ -> !source.name().equals(Source.EVENTS))
                .map(key -> Fingerprint.of(key.getBytes(UTF_8), request.bytes()))
                .orElseGet(() -> Fingerprint.of(headers.getBytes(UTF_8), request.bytes(), new byte[0]));
    }

    private static Map<String, Object> plain(Map<String, List<String>> headers) {
        var plain = new LinkedHashMap<String, Object>();
        headers.forEach((name, values) -> plain.put(storable(name), values.size() == 1
                ? storable(values.getFirst())
                : values.stream().map(UnverifiedRequest::storable).toList()));
        return plain;
    }

    /// Replaces the character that PostgreSQL cannot store, because one such request would make its whole batch fail.
    private static String storable(String text) {
        return text.replace('\0', '\ufffd');
    }

    /// Identifies the request among those of its batch.
    Copy copy() {
        return new Copy(source, fingerprint);
    }

    long weight() {
        return body.length() + (long) query.length() + headers.length();
    }

    record Copy(String source, Fingerprint fingerprint) {}
}
