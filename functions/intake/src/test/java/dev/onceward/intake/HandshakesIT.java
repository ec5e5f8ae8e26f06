package dev.onceward.intake;

import java.time.Instant;

import io.restassured.response.Response;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.PROBLEM;
import static dev.onceward.intake.IntakeRequests.asking;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

/// What senders ask before they send, over the wire. Which questions there are is in the tests of each handshake.
class HandshakesIT {
    private static final String CHALLENGE = "{\"type\":\"url_verification\",\"challenge\":\"3eZbrw1aBm2rZgRNFdxV\"}";
    private static final String VALIDATION = """
            {"payload":{"plainToken":"qgg8vlvZRS6UYooatFL8Aw"},"event":"endpoint.url_validation"}""";

    @Test
    void a_get_challenge_of_x_is_answered_with_its_signature() {
        asking().get("/hooks/asking-x?crc_token=challenge_string").then().statusCode(200)
                .contentType("application/json")
                .body("response_token", equalTo("sha256=u67W5WlNqSw3yOcw2YN3Hdv9nrHSyiqUOPgN9VUIBEM="));
        asking().get("/hooks/asking-x?crc_token=%7B%22a%22%3A1%7D").then().statusCode(405).contentType(PROBLEM);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            asking-whatsapp | hub.mode=subscribe&hub.challenge=115&hub.verify_token=example-verify-token | 115
            asking-dropbox  | challenge=%3Cscript%3E                                                    | <script>
            """)
    void a_challenge_is_echoed_as_plain_text_that_no_browser_runs(String source, String query, String challenge) {
        asking().urlEncodingEnabled(false).get("/hooks/" + source + "?" + query).then().statusCode(200)
                .header("Content-Type", startsWith("text/plain"))
                .header("X-Content-Type-Options", equalTo("nosniff"))
                .body(equalTo(challenge));
    }

    @Test
    void a_handshake_with_a_wrong_token_is_answered_401_and_not_counted_as_a_handshake() {
        var forged = forged();
        var answered = answered();
        asking().get("/hooks/asking-whatsapp?hub.mode=subscribe&hub.challenge=115&hub.verify_token=a").then()
                .statusCode(401).contentType(PROBLEM);
        assertThat(forged()).isEqualTo(forged + 1);
        assertThat(answered()).isEqualTo(answered);
    }

    private static double forged() {
        return PrometheusMetrics.value(Intakes.running(),
                "onceward_intake_unverified_total{reason=\"no-match\",source=\"asking-whatsapp\"}");
    }

    private static double answered() {
        return PrometheusMetrics.value(Intakes.running(),
                "onceward_intake_handshakes_total{source=\"asking-whatsapp\"}");
    }

    @Test
    void the_validation_token_of_microsoft_graph_is_read_from_the_query_and_echoed() {
        asking().urlEncodingEnabled(false).post("/hooks/asking-graph?validationToken=Validation%3A+Testing").then()
                .statusCode(200)
                .header("Content-Type", startsWith("text/plain"))
                .body(equalTo("Validation: Testing"));
    }

    @Test
    void the_okta_challenge_is_read_from_a_header_and_returned_as_json() {
        asking().header("X-Okta-Verification-Challenge", "Me_rSh").get("/hooks/asking-okta").then().statusCode(200)
                .contentType("application/json").body("verification", equalTo("Me_rSh"));
    }

    @Test
    void probes_of_intercom_and_mailchimp_are_answered_200_with_an_empty_body() {
        asking().head("/hooks/asking-intercom").then().statusCode(200).body(equalTo(""));
        asking().get("/hooks/asking-mailchimp").then().statusCode(200).body(equalTo(""));
    }

    @Test
    void an_options_handshake_of_a_cloud_events_sender_gets_the_allowed_origin_and_rate() {
        asking().header("WebHook-Request-Origin", "eventgrid.azure.net").options("/hooks/asking-cloud?code=example")
                .then().statusCode(200)
                .header("WebHook-Allowed-Origin", equalTo("*"))
                .header("WebHook-Allowed-Rate", equalTo("*"))
                .body(equalTo(""));
    }

    @Test
    void a_method_that_is_no_handshake_of_the_source_is_answered_405() {
        asking().get("/hooks/asking-slack").then().statusCode(405).contentType(PROBLEM);
        asking().head("/hooks/asking-slack").then().statusCode(405);
        asking().options("/hooks/asking-slack").then().statusCode(405).header("WebHook-Allowed-Origin", nullValue());
        asking().get("/hooks/plain").then().statusCode(405);
        asking().get("/hooks/asking-nobody").then().statusCode(404);
    }

    @Test
    void a_signed_url_verification_of_slack_is_answered_with_its_challenge() {
        slack("example-signing-secret", CHALLENGE).then().statusCode(200)
                .header("Content-Type", startsWith("text/plain"))
                .body(equalTo("3eZbrw1aBm2rZgRNFdxV"));
    }

    @Test
    void a_signed_url_validation_of_zoom_is_answered_with_the_encrypted_token() {
        signed("zoom", "x-zm-request-timestamp", "x-zm-signature", "example-zoom-secret-token", VALIDATION).then()
                .statusCode(200)
                .contentType("application/json")
                .body("encryptedToken",
                        equalTo("58619efa4805ded5ece9c3bd144ab833faf417f06ef724561390f0ddeb15e200"));
    }

    @Test
    void a_validation_of_event_grid_is_answered_only_with_the_right_code() {
        var asked = """
                [{"eventType":"Microsoft.EventGrid.SubscriptionValidationEvent","data":{"validationCode":"512d38b6"}}]""";
        asking().body(asked).post("/hooks/asking-grid?code=example-code").then().statusCode(200)
                .contentType("application/json").body("validationResponse", equalTo("512d38b6"));
        asking().body(asked).post("/hooks/asking-grid?code=another").then().statusCode(401);
    }

    @Test
    void a_handshake_with_a_wrong_signature_is_answered_401() {
        slack("another-signing-secret", CHALLENGE).then().statusCode(401).contentType(PROBLEM);
    }

    @Test
    void a_handshake_is_counted_and_stores_no_event() {
        var before = Intakes.stored("asking-slack");
        slack("example-signing-secret", CHALLENGE).then().statusCode(200);
        assertThat(Intakes.stored("asking-slack")).isEqualTo(before);
        assertThat(PrometheusMetrics.text(Intakes.running()))
                .contains("onceward_intake_handshakes_total{source=\"asking-slack\"}")
                .doesNotContain("onceward_intake_processed_total{source=\"asking-dropbox\"}");
        asking().get("/hooks/asking-dropbox?challenge=a").then().statusCode(200);
        assertThat(Intakes.stored("asking-dropbox")).isZero();
    }

    private static Response slack(String secret, String body) {
        return signed("slack", "X-Slack-Request-Timestamp", "X-Slack-Signature", secret, body);
    }

    private static Response signed(String sender, String time, String signature, String secret, String body) {
        var now = Long.toString(Instant.now().getEpochSecond());
        var made = HmacKey.of("HmacSHA256", secret.getBytes(UTF_8))
                .sign(SignedContent.of("v0:%s:%s".formatted(now, body).getBytes(UTF_8)));
        return asking().header(time, now).header(signature, "v0=" + Encoding.HEX.text(made))
                .header("Content-Type", "application/json").body(body)
                .post("/hooks/asking-" + sender);
    }
}
