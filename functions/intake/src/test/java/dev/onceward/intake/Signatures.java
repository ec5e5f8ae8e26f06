package dev.onceward.intake;

import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import io.restassured.specification.RequestSpecification;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Signs as Standard Webhooks has it.
final class Signatures {
    static final String SECRET = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String STRANGE = "c3RyYW5nZSBzZWNyZXQgdGhhdCBub2JvZHkga25vd3M=";

    private Signatures() {}

    static String sign(String secret, String id, Instant at, String body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret), "HmacSHA256"));
            var signed = mac.doFinal((id + '.' + at.getEpochSecond() + '.' + body).getBytes(UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    static RequestSpecification signed(RequestSpecification request, String secret, String id, Instant at,
            String body) {
        return request.header("webhook-id", id)
                .header("webhook-timestamp", at.getEpochSecond())
                .header("webhook-signature", sign(secret, id, at, body))
                .body(body);
    }
}
