package dev.onceward.intake;

import java.time.Duration;
import java.time.Instant;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import org.junit.jupiter.api.Test;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.equalTo;

class SignatureIT {
    private static final String NEW = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String OLD = "QW4gb3RoZXIgc2VjcmV0LCBvbGQgYnV0IGdvb2Q=";
    private static final String STRANGE = "c3RyYW5nZSBzZWNyZXQgdGhhdCBub2JvZHkga25vd3M=";
    private static final String BODY = "{\"test\": 2432232314}";

    private final String id = "msg_" + fresh();
    private final Instant now = Instant.now();

    @Test
    void a_signature_of_each_configured_secret_is_accepted() {
        var first = event(send(now, sign(NEW, now, BODY), BODY));
        assertThat(event(send(now, sign(OLD, now, BODY), BODY))).isEqualTo(first);
    }

    @Test
    void the_webhook_id_is_the_key_and_a_later_delivery_is_a_duplicate() {
        var first = event(send(now, sign(NEW, now, BODY), BODY));
        var later = now.plusSeconds(5);
        send(later, sign(NEW, later, BODY), BODY).then().statusCode(202)
                .body("id", equalTo(first))
                .header(REPLAYED, equalTo("true"));
    }

    @Test
    void one_right_signature_among_several_is_enough() {
        send(now, "v1a,AAAA " + sign(STRANGE, now, BODY) + " " + sign(NEW, now, BODY), BODY).then().statusCode(202);
    }

    @Test
    void a_request_signed_with_another_secret_is_refused_and_no_event_is_stored() {
        var before = Intakes.stored("signed");
        send(now, sign(STRANGE, now, BODY), BODY).then().statusCode(401).contentType(PROBLEM)
                .body("type", endsWith("/verification-failed"));
        assertThat(Intakes.stored("signed")).isEqualTo(before);
    }

    @Test
    void a_signature_of_another_body_id_or_time_is_refused() {
        var signature = sign(NEW, now, BODY);
        send(now, signature, BODY + " ").then().statusCode(401);
        send(now.plusSeconds(1), signature, BODY).then().statusCode(401);
        signed("msg_other", now, signature).body(BODY).post("/hooks/signed").then().statusCode(401);
    }

    @Test
    void a_malformed_signature_is_refused() {
        send(now, "v1,not base64", BODY).then().statusCode(401);
        send(now, sign(NEW, now, BODY).replace("v1,", "v2,"), BODY).then().statusCode(401);
        send(now, " ", BODY).then().statusCode(401);
    }

    @Test
    void a_missing_signature_is_refused() {
        asking().header("webhook-id", id).body(BODY).post("/hooks/signed").then().statusCode(401);
    }

    @Test
    void a_request_signed_more_than_five_minutes_in_the_past_or_future_is_refused() {
        var old = now.minus(Duration.ofMinutes(6));
        send(old, sign(NEW, old, BODY), BODY).then().statusCode(401);
        var ahead = now.plus(Duration.ofMinutes(6));
        send(ahead, sign(NEW, ahead, BODY), BODY).then().statusCode(401);
    }

    @Test
    void the_answer_to_a_refused_signature_does_not_reveal_the_reason() {
        var missing = asking().body(BODY).post("/hooks/signed");
        send(now, sign(STRANGE, now, BODY), BODY).then().body(equalTo(missing.asString()));
    }

    private Response send(Instant at, String signature, String body) {
        return signed(id, at, signature).body(body).post("/hooks/signed");
    }

    private static RequestSpecification signed(String id, Instant at, String signature) {
        return asking().header("webhook-id", id)
                .header("webhook-timestamp", at.getEpochSecond())
                .header("webhook-signature", signature);
    }

    private String sign(String secret, Instant at, String body) {
        return Signatures.sign(secret, id, at, body);
    }
}
