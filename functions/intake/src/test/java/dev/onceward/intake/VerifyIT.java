package dev.onceward.intake;

import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

import io.restassured.response.Response;
import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.internal.key.Fingerprint;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.operating;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

class VerifyIT {
    private static final String HASH_OF_NOTHING = Fingerprint.of(new byte[0]).hex();
    private static final String BODY = "{\"type\": \"invoice.paid\"}";

    private final String id = "msg_" + fresh();
    private final Instant now = Instant.now();

    @Test
    void verify_answers_the_matching_secret_the_key_and_the_type_of_a_genuine_request() {
        verify(letter(Signatures.SECRET, now)).then().statusCode(200)
                .body("verified", equalTo(true)).body("secret", equalTo("1"))
                .body("key", equalTo(id)).body("type", equalTo("invoice.paid"))
                .body("reason", nullValue());
    }

    @Test
    void verify_answers_the_failed_step_of_a_forged_request_and_not_the_right_signature() {
        verify(letter(Signatures.STRANGE, now)).then().statusCode(200)
                .body("verified", equalTo(false)).body("reason", equalTo("no-match"))
                .body("why", equalTo("no secret matches")).body("otherwise", nullValue())
                .body("key", equalTo(id))
                .body(not(containsString(Signatures.sign(Signatures.SECRET, id, now, BODY).substring(3))))
                .body(not(containsString(Signatures.SECRET)));
    }

    @Test
    void verify_reports_that_a_stale_request_was_genuine_when_it_was_signed() {
        verify(letter(Signatures.SECRET, now.minus(Duration.ofHours(1)))).then()
                .body("verified", equalTo(false)).body("reason", equalTo("stale"))
                .body("why", startsWith("stale by 3"))
                .body("otherwise", equalTo("The request was valid when it was signed: the secret 1 matches."));
    }

    @Test
    void verify_reports_that_a_request_from_the_future_was_genuine_when_it_was_signed() {
        verify(letter(Signatures.SECRET, now.plus(Duration.ofHours(1)))).then().body("reason", equalTo("ahead"))
                .body("otherwise", startsWith("The request was valid when it was signed"));
    }

    @Test
    void verify_reports_that_a_stale_forged_request_was_not_genuine_when_it_was_signed() {
        verify(letter(Signatures.STRANGE, now.minus(Duration.ofHours(1)))).then().body("reason", equalTo("stale"))
                .body("otherwise", equalTo(
                        "The request was not valid when it was signed either: no-match, no secret matches."));
    }

    @Test
    void verify_judges_a_request_as_of_the_given_time() {
        var then = now.minus(Duration.ofDays(3));
        verify(letter(Signatures.SECRET, then).put("at", then.plusSeconds(1).toString())).then()
                .body("verified", equalTo(true));
    }

    @Test
    void verify_takes_repeated_headers_and_bodies_as_base64() {
        var letter = letter(Signatures.SECRET, now);
        letter.remove("body");
        verify(letter.put("bodyBase64", Base64.getEncoder().encodeToString(BODY.getBytes(UTF_8)))).then()
                .body("verified", equalTo(true));
        letter.getJsonObject("headers").put("Webhook-Id", List.of(id, id));
        verify(letter).then().body("reason", equalTo("repeated"));
    }

    @Test
    void verify_judges_a_token_in_the_query() {
        operating().body("{\"query\": \"token=this-is-the-token\"}").post("/api/v1/sources/address/verify").then()
                .body("verified", equalTo(true));
        operating().body("{\"query\": \"token=another\"}").post("/api/v1/sources/address/verify").then()
                .body("reason", equalTo("no-match"));
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.7,true", "198.51.100.7,false", "'',false"})
    void verify_judges_the_address_of_the_peer(String peer, boolean genuine) {
        operating().body("{\"peer\": \"" + peer + "\"}").post("/api/v1/sources/known-addresses/verify").then()
                .body("verified", equalTo(genuine));
    }

    @Test
    void verify_of_an_empty_request_answers_the_step_missing() {
        verify(new JsonObject()).then().body("verified", equalTo(false)).body("reason", equalTo("missing"))
                .body("key", equalTo(HASH_OF_NOTHING));
    }

    @Test
    void verify_finds_a_request_to_an_unsigned_source_genuine() {
        operating().body("{\"headers\": {\"Idempotency-Key\": \"a\"}}").post("/api/v1/sources/plain/verify").then()
                .statusCode(200).body("verified", equalTo(true)).body("key", equalTo("a")).body("secret", nullValue());
    }

    @Test
    void verify_does_not_store_quarantine_or_count_the_request() {
        var events = Intakes.stored("aside");
        var rows = QuarantineRequests.rows("aside");
        var forged = forged();
        operating().body(letter(Signatures.STRANGE, now).encode()).post("/api/v1/sources/aside/verify").then()
                .body("verified", equalTo(false));
        operating().body(letter(Signatures.SECRET, now).encode()).post("/api/v1/sources/aside/verify").then()
                .body("verified", equalTo(true));
        // What would have been set aside would be there before what is set aside now.
        var _ = QuarantineRequests.forged("aside", id, BODY + fresh());
        assertThat(QuarantineRequests.rows("aside")).isEqualTo(rows + 1);
        assertThat(Intakes.stored("aside")).isEqualTo(events);
        assertThat(forged()).isEqualTo(forged + 1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"path": "/"}                          | The body has an unknown member. Allowed are at, body, bodyBase64
            []                                     | The body must be a JSON object with some of at, body,
            {"body"                                | The body must be JSON, but it is not valid at line 1
            {"body": {}}                           | body must be a text
            {"body": "a", "bodyBase64": "YQ=="}    | A request has body or bodyBase64, not both.
            {"bodyBase64": "?"}                    | bodyBase64 must be base64.
            {"method": "post it"}                  | method must be one such as POST.
            {"at": "yesterday"}                    | at must be a time such as 2026-11-18T09:30:00Z.
            {"headers": []}                        | headers must be an object of up to 200 names
            {"headers": {"a b": "c"}}              | headers must be an object of up to 200 names
            {"headers": {"a": {"b": "c"}}}         | headers must be an object of up to 200 names
            {"query": 1}                           | query must be a text
            """)
    void verify_refuses_an_invalid_body_with_the_reason(String letter, String sentence) {
        operating().body(letter).post("/api/v1/sources/signed/verify").then().statusCode(400)
                .body("detail", startsWith(sentence));
    }

    @Test
    void a_body_over_the_cap_of_the_source_is_refused() {
        operating().body(new JsonObject().put("body", "a".repeat(101)).encode()).post("/api/v1/sources/small/verify")
                .then()
                .statusCode(400).body("detail", equalTo("body may have at most 100 bytes."));
        operating().body(new JsonObject().put("body", "a".repeat(2 << 20)).encode())
                .post("/api/v1/sources/small/verify")
                .then().statusCode(413);
    }

    private Response verify(JsonObject letter) {
        return operating().body(letter.encode()).post("/api/v1/sources/signed/verify");
    }

    private JsonObject letter(String secret, Instant at) {
        return new JsonObject().put("body", BODY).put("headers", new JsonObject()
                .put("Webhook-Id", id)
                .put("Webhook-Timestamp", Long.toString(at.getEpochSecond()))
                .put("Webhook-Signature", Signatures.sign(secret, id, at, BODY)));
    }

    private static double forged() {
        return PrometheusMetrics.value(Intakes.running(),
                "onceward_intake_unverified_total{reason=\"no-match\",source=\"aside\"}");
    }
}
