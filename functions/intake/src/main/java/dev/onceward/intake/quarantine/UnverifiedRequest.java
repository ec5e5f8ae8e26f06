package dev.onceward.intake.quarantine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.Json;

import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.source.KeptHeaders;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A request that was not genuine, on its way aside. Nothing in it is a credential.
///
/// @param headers as JSON
record UnverifiedRequest(UUID id, String source, Fingerprint fingerprint, Forged verdict, String method, String query,
        String headers, Buffer body) {

    static UnverifiedRequest of(UUID id, Source source, Request request, Forged verdict) {
        var headers = Json.encode(plain(KeptHeaders.evidence(request, source.signing())));
        return new UnverifiedRequest(id, source.name(), fingerprint(source, request, headers), verdict,
                storable(request.line().method()), query(source, request), headers, request.body());
    }

    /// An address may hold the secret itself, or what lets a sender give us one.
    private static String query(Source source, Request request) {
        return source.signing().hasSecretAddress() || source.handshakes().giveSecrets()
                ? ""
                : storable(request.line().query());
    }

    /// Two are copies if they are the same event, and not because two events have the same bytes. Where no key tells, the
    /// headers do, and a CloudEvent may have its key there.
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

    /// PostgreSQL has no place for this character, and one request must not take its whole batch with it.
    private static String storable(String text) {
        return text.replace('\0', '\ufffd');
    }

    /// Of copies, one is sent.
    Copy copy() {
        return new Copy(source, fingerprint);
    }

    long weight() {
        return body.length() + (long) query.length() + headers.length();
    }

    record Copy(String source, Fingerprint fingerprint) {}
}
