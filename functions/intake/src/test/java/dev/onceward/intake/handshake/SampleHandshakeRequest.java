package dev.onceward.intake.handshake;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;

import dev.onceward.intake.signature.SecretText;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

/// A request as a sender may ask with.
record SampleHandshakeRequest(String method, String query, Map<String, String> headers, String body, String secret,
        String token) {

    static SampleHandshakeRequest get(String query) {
        return new SampleHandshakeRequest("GET", query, Map.of(), "", "", "");
    }

    static SampleHandshakeRequest post(String body) {
        return new SampleHandshakeRequest("POST", "", Map.of(), body, "", "");
    }

    SampleHandshakeRequest by(String other) {
        return new SampleHandshakeRequest(other, query, headers, body, secret, token);
    }

    SampleHandshakeRequest at(String other) {
        return new SampleHandshakeRequest(method, other, headers, body, secret, token);
    }

    SampleHandshakeRequest with(String header, String value) {
        return new SampleHandshakeRequest(method, query, Map.of(header, value), body, secret, token);
    }

    SampleHandshakeRequest secret(String other) {
        return new SampleHandshakeRequest(method, query, headers, body, other, token);
    }

    SampleHandshakeRequest token(String other) {
        return new SampleHandshakeRequest(method, query, headers, body, secret, other);
    }

    Optional<HandshakeOutcome> of(Handshake handshake) {
        return handshake.answer(request(headers));
    }

    Optional<HandshakeOutcome> of(Handshake handshake, String header, String value) {
        var both = new HashMap<>(headers);
        both.put(header, value);
        return handshake.answer(request(both));
    }

    private HandshakeRequest request(Map<String, String> all) {
        var request = new Request(new RequestLine(method, query, ""), MultiMap.caseInsensitiveMultiMap().addAll(all),
                Buffer.buffer(body));
        return new HandshakeRequest(request, secret.isEmpty() ? List.of() : List.of(new SecretText("1", secret)),
                Optional.of(token).filter(text -> !text.isEmpty()).map(text -> new SecretText("token", text)));
    }
}
