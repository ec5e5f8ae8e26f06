package dev.onceward.intake;

import java.time.Duration;
import java.time.Instant;

import io.restassured.response.Response;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;

/// A sender that no preset knows, described in the configuration as the README does.
class OwnSchemeIT {
    private static final HmacKey SECRET = HmacKey.of("HmacSHA256", "example-partner-secret".getBytes(UTF_8));

    private final Instant now = Instant.now();
    private final String body = "{\"id\":\"%s\"}".formatted(fresh());

    @Test
    void a_request_signed_by_a_configured_scheme_is_accepted_and_its_id_is_the_key() {
        var first = event(send(now, body, body));
        var later = now.plusSeconds(1);
        send(later, body, body).then().statusCode(202).header(REPLAYED, equalTo("true")).body("id", equalTo(first));
    }

    @Test
    void a_request_older_than_the_tolerance_is_refused() {
        send(now.minus(Duration.ofMinutes(6)), body, body).then().statusCode(401).contentType(PROBLEM);
    }

    @Test
    void another_body_than_was_signed_is_refused() {
        send(now, body, body + " ").then().statusCode(401).contentType(PROBLEM);
    }

    private static Response send(Instant at, String signed, String sent) {
        var made = SECRET.sign(SignedContent.of("%d.%s".formatted(at.getEpochSecond(), signed).getBytes(UTF_8)));
        return asking().header("X-Partner-Signature", "t=%d,v1=%s".formatted(at.getEpochSecond(),
                Encoding.HEX.text(made))).body(sent).post("/hooks/partner");
    }
}
