package dev.onceward.intake.signature.jwt;

import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.signature.field.SingleHeader;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies Netlify's webhooks by a token that is signed with the shared secret and contains the hash of the body.
public final class Netlify implements Scheme {
    private static final String SIGNATURE = "X-Webhook-Signature";

    private final List<NamedKey> keys;

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Netlify(List<SecretText> secrets) {
        this.keys = secrets.stream().map(secret -> secret.hmac("HmacSHA256", SecretForm.TEXT)).toList();
    }

    @Override
    public Verdict verify(Request request, Instant now) {
        return SingleHeader.header(request, SIGNATURE)
                .map(text -> Jwt.read(text)
                        .map(token -> judge(token, request))
                        .orElseGet(() -> new Unverified(RefusalReason.MALFORMED,
                                "the header " + SIGNATURE + " is no JWT")))
                .orElseGet(() -> SingleHeader.absent(request, SIGNATURE));
    }

    private Verdict judge(Jwt token, Request request) {
        if (!token.claim("iss").equals("netlify") || !says(token.claim("sha256"), request)) {
            return new Unverified(RefusalReason.NO_MATCH, "the token is not Netlify's, or not for this body");
        }
        return keys.stream().filter(named -> token.isSignedBy("HS256", named.key())).findFirst()
                .<Verdict>map(named -> new Verified(named.id()))
                .orElseGet(() -> new Unverified(RefusalReason.NO_MATCH, "no secret matches"));
    }

    private static boolean says(String hash, Request request) {
        return MessageDigest.isEqual(hash.getBytes(UTF_8), Fingerprint.sha256(request.bytes()).getBytes(UTF_8));
    }
}
