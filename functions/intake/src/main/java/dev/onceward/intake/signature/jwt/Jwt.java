package dev.onceward.intake.signature.jwt;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.runtime.signing.VerificationKey;

import static java.nio.charset.StandardCharsets.US_ASCII;

/// A signed token (RFC 7515) that was read and is not verified yet. The scheme decides which algorithm is allowed,
/// never the token.
record Jwt(JsonNode header, JsonNode claims, SignedContent signed, List<byte[]> signatures) {
    private static final Pattern FORM = Pattern.compile("([A-Za-z0-9_-]{1,4000})\\.([A-Za-z0-9_-]{1,8000})\\."
            + "([A-Za-z0-9_-]{1,2000})");

    static Optional<Jwt> read(String text) {
        var parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        var signed = SignedContent.of((parts.group(1) + '.' + parts.group(2)).getBytes(US_ASCII));
        return json(parts.group(1)).flatMap(header -> json(parts.group(2))
                .flatMap(claims -> Encoding.BASE64URL.decode(parts.group(3))
                        .map(signature -> new Jwt(header, claims, signed, List.of(signature)))));
    }

    /// Whether the token names this algorithm.
    boolean isOf(String algorithm) {
        return header.path("alg").asText("").equals(algorithm);
    }

    boolean isSignedBy(String algorithm, VerificationKey key) {
        return isOf(algorithm) && key.made(signatures, signed);
    }

    String claim(String name) {
        return claims.path(name).asText("");
    }

    private static Optional<JsonNode> json(String base64) {
        return Encoding.BASE64URL.decode(base64).map(JsonBody::of)
                .flatMap(body -> body instanceof ValidJson(var document)
                        ? Optional.of(document.tree(JsonPointer.empty(), Function.identity()))
                        : Optional.empty());
    }
}
