package dev.onceward.intake.handshake;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.Denied;

import static org.assertj.core.api.Assertions.assertThat;

/// Handshakes of senders that cannot sign yet.
class UnsignedHandshakesTest {
    private static final Map<String, String> PLAIN = Map.of("Content-Type", "text/plain", "X-Content-Type-Options",
            "nosniff");
    private static final SampleHandshakeRequest META = SampleHandshakeRequest
            .get("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=example-verify-token")
            .token("example-verify-token");
    private static final HandshakeOutcome DENIED = new Denied();

    @Test
    void the_crc_token_of_x_is_answered_with_its_hmac() {
        assertThat(SampleHandshakeRequest.get("crc_token=challenge_string&nonce=1").secret("example-consumer-secret")
                .of(Handshake.X))
                .contains(json("{\"response_token\":\"sha256=u67W5WlNqSw3yOcw2YN3Hdv9nrHSyiqUOPgN9VUIBEM=\"}"));
    }

    @Test
    void spaces_around_the_secret_of_x_are_ignored() {
        var asked = SampleHandshakeRequest.get("crc_token=challenge_string");
        assertThat(asked.secret(" example-consumer-secret ").of(Handshake.X))
                .isEqualTo(asked.secret("example-consumer-secret").of(Handshake.X));
    }

    /// Else whoever asks gets a body signed that a reader could take for an event.
    @ParameterizedTest
    @ValueSource(strings = {"%7B%22a%22%3A1%7D", "a.b", "a+b", "a%0Ab", "a:b", "é", ""})
    void a_crc_token_of_x_that_could_be_an_event_is_not_signed(String token) {
        assertThat(SampleHandshakeRequest.get("crc_token=" + token).secret("example-consumer-secret").of(Handshake.X))
                .isEmpty();
    }

    @Test
    void a_crc_token_of_x_that_is_too_long_repeated_or_posted_is_not_signed() {
        var asked = SampleHandshakeRequest.get("crc_token=" + "a".repeat(200)).secret("example-consumer-secret");
        assertThat(asked.of(Handshake.X)).isPresent();
        assertThat(asked.at("crc_token=" + "a".repeat(201)).of(Handshake.X)).isEmpty();
        assertThat(asked.at("crc_token=a&crc_token=b").of(Handshake.X)).isEmpty();
        assertThat(asked.by("POST").of(Handshake.X)).isEmpty();
        assertThat(asked.secret("").of(Handshake.X)).isEmpty();
    }

    @Test
    void meta_gets_its_challenge_back_if_the_verify_token_is_right() {
        assertThat(META.of(Handshake.META)).contains(text("1158201444"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "hub.mode=subscribe&hub.challenge=1&hub.verify_token=example-verify-tokem",
            "hub.mode=subscribe&hub.challenge=1&hub.verify_token=",
            "hub.mode=subscribe&hub.challenge=1",
            "hub.mode=subscribe&hub.challenge=1&hub.verify_token=example-verify-token&hub.verify_token=x"})
    void meta_is_refused_without_the_token(String query) {
        assertThat(META.at(query).of(Handshake.META)).contains(DENIED);
    }

    @Test
    void meta_is_refused_if_no_token_is_configured() {
        assertThat(META.token("").of(Handshake.META)).contains(DENIED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hub.challenge=1&hub.verify_token=example-verify-token", "hub.mode=subscribe", "",
            "hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=example-verify-token"})
    void a_meta_request_that_does_not_subscribe_is_no_handshake(String query) {
        assertThat(META.at(query).of(Handshake.META)).isEmpty();
    }

    @Test
    void a_post_of_meta_is_no_handshake() {
        assertThat(META.by("POST").of(Handshake.META)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DROPBOX, challenge", "ONFLEET, check"})
    void a_challenge_of_dropbox_or_onfleet_is_returned_as_plain_text(Handshake handshake, String parameter) {
        assertThat(SampleHandshakeRequest.get(parameter + "=abc123").of(handshake)).contains(text("abc123"));
        assertThat(SampleHandshakeRequest.get(parameter + "=%3Cscript%3E").of(handshake)).contains(text("<script>"));
        assertThat(SampleHandshakeRequest.get(parameter + "=abc123").by("POST").of(handshake)).isEmpty();
        assertThat(SampleHandshakeRequest.get(parameter + "=" + "a".repeat(4097)).of(handshake)).isEmpty();
        assertThat(SampleHandshakeRequest.get(parameter + "=a&" + parameter + "=b").of(handshake)).isEmpty();
        assertThat(SampleHandshakeRequest.get(parameter + "=").of(handshake)).isEmpty();
        assertThat(SampleHandshakeRequest.get("").of(handshake)).isEmpty();
    }

    @Test
    void microsoft_graph_gets_its_decoded_validation_token_back() {
        var asked = SampleHandshakeRequest.post("").at("validationToken=Validation%3A+Testing");
        assertThat(asked.of(Handshake.MICROSOFT_GRAPH)).contains(text("Validation: Testing"));
        assertThat(asked.by("GET").of(Handshake.MICROSOFT_GRAPH)).isEmpty();
        assertThat(asked.at("").of(Handshake.MICROSOFT_GRAPH)).isEmpty();
        assertThat(asked.at("validationToken=" + "a".repeat(4097)).of(Handshake.MICROSOFT_GRAPH)).isEmpty();
    }

    @Test
    void okta_gets_its_challenge_back_in_json() {
        var asked = SampleHandshakeRequest.get("").with("X-Okta-Verification-Challenge", "Me_rSh");
        assertThat(asked.of(Handshake.OKTA)).contains(json("{\"verification\":\"Me_rSh\"}"));
        assertThat(SampleHandshakeRequest.get("").with("X-Okta-Verification-Challenge", "\"}").of(Handshake.OKTA))
                .contains(json("{\"verification\":\"\\\"}\"}"));
        assertThat(asked.by("POST").of(Handshake.OKTA)).isEmpty();
        assertThat(SampleHandshakeRequest.get("").of(Handshake.OKTA)).isEmpty();
    }

    @Test
    void an_unsigned_webhook_id_of_woocommerce_is_answered_200() {
        assertThat(SampleHandshakeRequest.post("webhook_id=142").of(Handshake.WOOCOMMERCE)).contains(nothing(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook_id=", "webhook_id=142&a=b", "webhook_id=x", "{\"webhook_id\":142}", ""})
    void any_other_unsigned_body_of_woocommerce_is_no_handshake(String body) {
        assertThat(SampleHandshakeRequest.post(body).of(Handshake.WOOCOMMERCE)).isEmpty();
    }

    /// Mandrill signs this one with a key that everybody knows, because the webhook has none yet.
    @ParameterizedTest
    @ValueSource(strings = {"mandrill_events=%5B%5D", "mandrill_events=[]"})
    void an_empty_list_of_mandrill_events_is_answered_200(String body) {
        assertThat(SampleHandshakeRequest.post(body).of(Handshake.named("mandrill"))).contains(nothing(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mandrill_events=%5B%7B%7D%5D", "mandrill_events=", "mandrill_events=[]&a=b", "[]", ""})
    void any_other_unsigned_body_of_mandrill_is_no_handshake(String body) {
        assertThat(SampleHandshakeRequest.post(body).of(Handshake.named("mandrill"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void a_probe_by_get_or_head_is_answered_200(String method) {
        assertThat(SampleHandshakeRequest.get("").by(method).of(Handshake.valueOf(method)))
                .contains(nothing(200));
        assertThat(SampleHandshakeRequest.get("").by("POST").of(Handshake.valueOf(method))).isEmpty();
    }

    @Test
    void an_options_request_of_a_cloud_events_sender_gets_the_allowed_origin_and_rate() {
        var asked = SampleHandshakeRequest.get("code=x").by("OPTIONS").with("WebHook-Request-Origin",
                "eventgrid.azure.net");
        assertThat(asked.of(Handshake.CLOUDEVENTS)).contains(new Answered(new HandshakeReply(200, Map.of("Allow",
                "OPTIONS, POST", "WebHook-Allowed-Origin", "*", "WebHook-Allowed-Rate", "*"), "")));
        assertThat(asked.by("POST").of(Handshake.CLOUDEVENTS)).isEmpty();
        assertThat(SampleHandshakeRequest.get("").by("OPTIONS").of(Handshake.CLOUDEVENTS)).isEmpty();
    }

    private static Answered text(String text) {
        return new Answered(new HandshakeReply(200, PLAIN, text));
    }

    private static Answered json(String text) {
        return new Answered(new HandshakeReply(200, Map.of("Content-Type", "application/json"), text));
    }

    private static Answered nothing(int status) {
        return new Answered(new HandshakeReply(status, Map.of(), ""));
    }
}
