package dev.onceward.intake.signature.sender;

import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import dev.onceward.intake.WebhookRequests;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.internal.request.Request;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The example of the Standard Webhooks specification, and requests signed like it by other means than our own.
final class Signed {
    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final String OTHER_SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    static final long SECONDS = 1614265330L;
    static final String TIMESTAMP = Long.toString(SECONDS);
    static final String BODY = "{\"test\": 2432232314}";
    static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    private Signed() {}

    static final Instant THEN = Instant.ofEpochSecond(SECONDS);

    /// As it would be judged so many seconds after it was signed.
    static Judge scheme(long age, String... secrets) {
        return request -> made(secrets).verify(request, THEN.plusSeconds(age));
    }

    static StandardWebhooks made(String... secrets) {
        var texts = IntStream.range(0, secrets.length)
                .mapToObj(place -> new SecretText(Integer.toString(place + 1), secrets[place])).toList();
        return new StandardWebhooks(texts, "webhook", Duration.ofMinutes(5));
    }

    interface Judge {
        Verdict verify(Request request);
    }

    static Verdict verdict(Request request) {
        return scheme(0, SECRET).verify(request);
    }

    static Request request(String id, String timestamp, String signature, String body) {
        return WebhookRequests.of(body, "webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature",
                signature);
    }

    static String sign(String secret, String id, String timestamp, String body) {
        try {
            var key = Base64.getDecoder().decode(secret.replace("whsec_", ""));
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            var hash = mac.doFinal((id + "." + timestamp + "." + body).getBytes(UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(hash);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

}
