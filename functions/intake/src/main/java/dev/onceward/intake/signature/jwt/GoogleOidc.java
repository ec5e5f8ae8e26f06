package dev.onceward.intake.signature.jwt;

import java.math.BigInteger;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.internal.json.JsonBody;
import dev.onceward.internal.json.JsonBody.ValidJson;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.PublicKeyOf;
import dev.onceward.runtime.signing.VerificationKey;

/// Verifies Google's push messages by a bearer token of OpenID Connect that names the sending service account and the
/// receiver. The token covers nothing of the body. The source's secret is the address of the account.
public final class GoogleOidc implements Scheme {
    private static final String HEADER = "Authorization";
    private static final String BEARER = "Bearer ";
    private static final String ALGORITHM = "RS256";
    private static final JsonPointer LIST = JsonPointer.compile("/keys");
    private static final URI KEYS = URI.create("https://www.googleapis.com/oauth2/v3/certs");
    private static final List<String> ISSUERS = List.of("https://accounts.google.com", "accounts.google.com");
    private static final Duration CLOCKS = Duration.ofMinutes(5);

    private final List<SecretText> accounts;
    private final String audience;
    private final PublishedKeys keys;

    public GoogleOidc(List<SecretText> accounts, String audience, PublishedKeys keys) {
        this.accounts = List.copyOf(accounts);
        this.audience = audience;
        this.keys = keys;
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return SingleHeader.header(request, HEADER)
                .map(text -> text.regionMatches(true, 0, BEARER, 0, BEARER.length()) ? text.substring(7) : "")
                .map(text -> Jwt.read(text)
                        .map(token -> judge(token, now))
                        .orElseGet(
                                () -> new Unverified(RefusalReason.MALFORMED, "the header Authorization has no JWT")))
                .orElseGet(() -> SingleHeader.absent(request, HEADER));
    }

    /// Checks the claims first, which needs no key: a stranger is refused even while Google's keys cannot be fetched.
    private Verdict judge(Jwt token, Instant now) {
        if (!token.isOf(ALGORITHM) || token.header().path("kid").asText("").isEmpty()) {
            return new Unverified(RefusalReason.NO_MATCH, "the token is not made with RS256 and a key that has an id");
        }
        return switch (claims(token, now)) {
            case Verified genuine -> signature(token, genuine);
            case Verdict otherwise -> otherwise;
        };
    }

    private Verdict signature(Jwt token, Verified claimed) {
        return keys.at(KEYS)
                .flatMap(GoogleOidc::read)
                .map(published -> key(published, token.header().path("kid").asText(""))
                        .filter(key -> token.isSignedBy(ALGORITHM, key))
                        .<Verdict>map(_ -> claimed)
                        .orElseGet(
                                () -> new Unverified(RefusalReason.NO_MATCH,
                                        "the token is not signed by a key of Google")))
                .orElseGet(() -> new KeyUnavailable(KEYS));
    }

    /// Returns genuine if the claims are right; the signature is not checked here.
    private Verdict claims(Jwt token, Instant now) {
        if (now.isAfter(at(token, "exp").plus(CLOCKS))) {
            return new Unverified(RefusalReason.STALE, "the token expired at " + at(token, "exp"));
        }
        if (now.isBefore(at(token, "iat").minus(CLOCKS))) {
            return new Unverified(RefusalReason.AHEAD, "the token was issued at " + at(token, "iat"));
        }
        if (!ISSUERS.contains(token.claim("iss")) || !token.claim("aud").equals(audience)) {
            return new Unverified(RefusalReason.NO_MATCH, "the token is for another address, or of another issuer");
        }
        return accounts.stream()
                .filter(account -> account.text().strip().equals(token.claim("email")))
                .filter(_ -> token.claims().path("email_verified").asBoolean(false))
                .findFirst()
                .<Verdict>map(account -> new Verified(account.id()))
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "the token is of another service account"));
    }

    private static Instant at(Jwt token, String claim) {
        return Instant.ofEpochSecond(Math.clamp(token.claims().path(claim).asLong(0), 0, 1L << 40));
    }

    private static Optional<JsonNode> read(byte[] published) {
        return JsonBody.of(published) instanceof ValidJson(var document)
                ? document.tree(LIST, Optional::of).filter(JsonNode::isArray)
                : Optional.empty();
    }

    private static Optional<VerificationKey> key(JsonNode published, String kid) {
        return StreamSupport.stream(published.spliterator(), false)
                .filter(key -> key.path("kid").asText("").equals(kid) && key.path("kty").asText("").equals("RSA"))
                .findFirst()
                .flatMap(GoogleOidc::rsa);
    }

    private static Optional<VerificationKey> rsa(JsonNode key) {
        return number(key, "n").flatMap(modulus -> number(key, "e").flatMap(exponent -> rsa(modulus, exponent)));
    }

    private static Optional<VerificationKey> rsa(BigInteger modulus, BigInteger exponent) {
        try {
            return Optional.of(new PublicKeyOf("SHA256withRSA",
                    KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(modulus, exponent))));
        } catch (GeneralSecurityException noKey) {
            return Optional.empty();
        }
    }

    private static Optional<BigInteger> number(JsonNode key, String name) {
        return Encoding.BASE64URL.decode(key.path(name).asText("")).map(bytes -> new BigInteger(1, bytes));
    }
}
