package dev.onceward.intake.handshake;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.Denied;
import dev.onceward.intake.handshake.HandshakeOutcome.Learned;

import static org.assertj.core.api.Assertions.assertThat;

/// Handshakes of senders that cannot sign yet.
class UnsignedHandshakesTest {
    private static final Map<String, String> PLAIN = Map.of("Content-Type", "text/plain", "X-Content-Type-Options",
            "nosniff");
    private static final Asked META = Asked
            .get("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=example-verify-token")
            .token("example-verify-token");
    private static final Asked ASANA = Asked.post("{}").at("token=made-up").with("X-Hook-Secret", "b537207f20cbfa02")
            .token("made-up");
    private static final HandshakeOutcome DENIED = new Denied();

    @Test
    void x_is_shown_that_we_know_the_secret() {
        assertThat(Asked.get("crc_token=challenge_string&nonce=1").secret("example-consumer-secret").of(Handshake.X))
                .contains(json("{\"response_token\":\"sha256=u67W5WlNqSw3yOcw2YN3Hdv9nrHSyiqUOPgN9VUIBEM=\"}"));
    }

    @Test
    void a_blank_beside_the_secret_is_no_part_of_it() {
        var asked = Asked.get("crc_token=challenge_string");
        assertThat(asked.secret(" example-consumer-secret ").of(Handshake.X))
                .isEqualTo(asked.secret("example-consumer-secret").of(Handshake.X));
    }

    /// Else whoever asks gets a body signed that a reader could take for an event.
    @ParameterizedTest
    @ValueSource(strings = {"%7B%22a%22%3A1%7D", "a.b", "a+b", "a%0Ab", "a:b", "é", ""})
    void x_gets_nothing_signed_that_could_be_a_body(String token) {
        assertThat(Asked.get("crc_token=" + token).secret("example-consumer-secret").of(Handshake.X)).isEmpty();
    }

    @Test
    void x_gets_nothing_signed_that_is_too_long_or_came_twice_or_by_another_verb() {
        var asked = Asked.get("crc_token=" + "a".repeat(200)).secret("example-consumer-secret");
        assertThat(asked.of(Handshake.X)).isPresent();
        assertThat(asked.at("crc_token=" + "a".repeat(201)).of(Handshake.X)).isEmpty();
        assertThat(asked.at("crc_token=a&crc_token=b").of(Handshake.X)).isEmpty();
        assertThat(asked.by("POST").of(Handshake.X)).isEmpty();
        assertThat(asked.secret("").of(Handshake.X)).isEmpty();
    }

    @Test
    void meta_gets_its_challenge_back_if_it_knows_the_token() {
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
    void meta_asks_nothing_but_to_subscribe(String query) {
        assertThat(META.at(query).of(Handshake.META)).isEmpty();
    }

    @Test
    void meta_asks_by_get() {
        assertThat(META.by("POST").of(Handshake.META)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DROPBOX, challenge", "ONFLEET, check"})
    void a_challenge_goes_back_as_plain_text(Handshake handshake, String parameter) {
        assertThat(Asked.get(parameter + "=abc123").of(handshake)).contains(text("abc123"));
        assertThat(Asked.get(parameter + "=%3Cscript%3E").of(handshake)).contains(text("<script>"));
        assertThat(Asked.get(parameter + "=abc123").by("POST").of(handshake)).isEmpty();
        assertThat(Asked.get(parameter + "=" + "a".repeat(4097)).of(handshake)).isEmpty();
        assertThat(Asked.get(parameter + "=a&" + parameter + "=b").of(handshake)).isEmpty();
        assertThat(Asked.get(parameter + "=").of(handshake)).isEmpty();
        assertThat(Asked.get("").of(handshake)).isEmpty();
    }

    @Test
    void microsoft_graph_gets_its_token_decoded() {
        var asked = Asked.post("").at("validationToken=Validation%3A+Testing");
        assertThat(asked.of(Handshake.MICROSOFT_GRAPH)).contains(text("Validation: Testing"));
        assertThat(asked.by("GET").of(Handshake.MICROSOFT_GRAPH)).isEmpty();
        assertThat(asked.at("").of(Handshake.MICROSOFT_GRAPH)).isEmpty();
        assertThat(asked.at("validationToken=" + "a".repeat(4097)).of(Handshake.MICROSOFT_GRAPH)).isEmpty();
    }

    @Test
    void okta_gets_its_challenge_back_in_json() {
        var asked = Asked.get("").with("X-Okta-Verification-Challenge", "Me_rSh");
        assertThat(asked.of(Handshake.OKTA)).contains(json("{\"verification\":\"Me_rSh\"}"));
        assertThat(Asked.get("").with("X-Okta-Verification-Challenge", "\"}").of(Handshake.OKTA))
                .contains(json("{\"verification\":\"\\\"}\"}"));
        assertThat(asked.by("POST").of(Handshake.OKTA)).isEmpty();
        assertThat(Asked.get("").of(Handshake.OKTA)).isEmpty();
    }

    @Test
    void asana_gives_its_secret_and_gets_it_back() {
        assertThat(ASANA.of(Handshake.ASANA)).contains(new Learned("b537207f20cbfa02",
                new HandshakeReply(200, Map.of("X-Hook-Secret", "b537207f20cbfa02"), "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "token=", "token=made-uq", "token=made-up&token=made-up", "toke=made-up"})
    void nobody_else_gives_us_a_secret(String query) {
        assertThat(ASANA.at(query).of(Handshake.ASANA)).contains(DENIED);
    }

    @Test
    void nobody_gives_us_a_secret_if_no_token_is_configured() {
        assertThat(ASANA.token("").of(Handshake.ASANA)).contains(DENIED);
    }

    @Test
    void what_is_signed_is_an_event_whatever_else_it_has() {
        assertThat(ASANA.of(Handshake.ASANA, "X-Hook-Signature", "00")).isEmpty();
    }

    @Test
    void what_cannot_be_a_secret_is_none() {
        assertThat(ASANA.by("GET").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "short").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "with a space").of(Handshake.ASANA)).isEmpty();
        assertThat(ASANA.with("X-Hook-Secret", "a".repeat(256)).of(Handshake.ASANA)).isEmpty();
    }

    @Test
    void woocommerce_says_which_webhook_was_made() {
        assertThat(Asked.post("webhook_id=142").of(Handshake.WOOCOMMERCE)).contains(nothing(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"webhook_id=", "webhook_id=142&a=b", "webhook_id=x", "{\"webhook_id\":142}", ""})
    void woocommerce_says_nothing_else_without_a_signature(String body) {
        assertThat(Asked.post(body).of(Handshake.WOOCOMMERCE)).isEmpty();
    }

    /// Mandrill signs this one with a key that everybody knows, because the webhook has none yet.
    @ParameterizedTest
    @ValueSource(strings = {"mandrill_events=%5B%5D", "mandrill_events=[]"})
    void mandrill_tries_a_new_webhook_with_no_events(String body) {
        assertThat(Asked.post(body).of(Handshake.named("mandrill"))).contains(nothing(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"mandrill_events=%5B%7B%7D%5D", "mandrill_events=", "mandrill_events=[]&a=b", "[]", ""})
    void mandrill_says_nothing_else_without_its_signature(String body) {
        assertThat(Asked.post(body).of(Handshake.named("mandrill"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void who_only_looks_is_welcome(String method) {
        assertThat(Asked.get("").by(method).of(Handshake.valueOf(method)))
                .contains(nothing(200));
        assertThat(Asked.get("").by("POST").of(Handshake.valueOf(method))).isEmpty();
    }

    @Test
    void a_sender_of_cloud_events_is_told_that_it_may() {
        var asked = Asked.get("code=x").by("OPTIONS").with("WebHook-Request-Origin", "eventgrid.azure.net");
        assertThat(asked.of(Handshake.CLOUDEVENTS)).contains(new Answered(new HandshakeReply(200, Map.of("Allow",
                "OPTIONS, POST", "WebHook-Allowed-Origin", "*", "WebHook-Allowed-Rate", "*"), "")));
        assertThat(asked.by("POST").of(Handshake.CLOUDEVENTS)).isEmpty();
        assertThat(Asked.get("").by("OPTIONS").of(Handshake.CLOUDEVENTS)).isEmpty();
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
