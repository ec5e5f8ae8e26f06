package dev.onceward.intake.handshake;

import java.util.List;
import java.util.Optional;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.SecretText;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;

/// A request that may be a handshake, with what its source needs to answer it.
///
/// @param secrets the source's secrets, the newest first; of a verified request, only the secret that matched
/// @param token what a sender that cannot sign yet must know
public record HandshakeRequest(Request request, List<SecretText> secrets, Optional<SecretText> token) {
    private static final int LONGEST = 4096;

    boolean is(String method) {
        return request.line().method().equals(method);
    }

    /// The value of a query parameter, if it came once and has a usable length.
    Optional<String> parameter(String name) {
        var values = request.parameters(name);
        return values.size() == 1
                ? Optional.of(values.getFirst()).filter(HandshakeRequest::isUsable)
                : Optional.empty();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(request.header(name)).filter(HandshakeRequest::isUsable);
    }

    Optional<String> json(String pointer) {
        return request.json() instanceof ValidJson(var document)
                ? document.value(JsonPointer.compile(pointer), HandshakeRequest::text)
                : Optional.empty();
    }

    private static Optional<String> text(JsonNode value) {
        return Optional.ofNullable(value.asText(null)).filter(HandshakeRequest::isUsable);
    }

    private static boolean isUsable(String value) {
        return !value.isEmpty() && value.length() <= LONGEST;
    }
}
