package dev.onceward.intake.handshake;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

import io.vertx.core.json.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.handshake.HandshakeOutcome.Answered;
import dev.onceward.intake.handshake.HandshakeOutcome.Visiting;

import static org.assertj.core.api.Assertions.assertThat;

/// Handshakes that were verified like any event.
class SignedHandshakesTest {
    private static final String CONFIRM = "/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:1:a&Token=2336";

    @Test
    void slack_gets_its_challenge_back() {
        assertThat(Asked
                .post("""
                        {"token":"a","challenge":"3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P","type":"url_verification"}
                        """)
                .of(Handshake.SLACK)).contains(text("3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"));
    }

    /// The first is documented, the second a test of elastic/beats.
    @ParameterizedTest
    @CsvSource({
            "example-zoom-secret-token, qgg8vlvZRS6UYooatFL8Aw, 58619efa4805ded5ece9c3bd144ab833faf417f06ef724561390f0ddeb15e200",
            "secretValueTest, qgg8vlvZRS6UYooatFL8Aw, 70c1f2e2e6ca2d39297490d1f9142c7d701415ea8e6151f6562a08fa657a40ff"})
    void zoom_is_shown_that_we_know_the_secret(String secret, String token, String proof) {
        var asked = Asked.post("{\"payload\":{\"plainToken\":\"%s\"},\"event\":\"endpoint.url_validation\"}"
                .formatted(token)).secret(secret);
        assertThat(asked.of(Handshake.ZOOM))
                .contains(json("{\"plainToken\":\"%s\",\"encryptedToken\":\"%s\"}".formatted(token, proof)));
        assertThat(asked.secret("").of(Handshake.ZOOM)).isEmpty();
    }

    @Test
    void zoom_gets_no_signature_for_what_is_too_long() {
        assertThat(Asked.post("{\"payload\":{\"plainToken\":\"%s\"},\"event\":\"endpoint.url_validation\"}"
                .formatted("a".repeat(4097))).secret("example-zoom-secret-token").of(Handshake.ZOOM)).isEmpty();
    }

    @Test
    void discord_asks_by_type_one_and_gets_it_back() {
        assertThat(Asked.post("{\"id\":\"1\",\"type\":1,\"version\":1}").of(Handshake.DISCORD))
                .contains(json("{\"type\":1}"));
        assertThat(Asked.post("{\"id\":\"1\",\"type\":2}").of(Handshake.DISCORD)).isEmpty();
    }

    /// There one is an event.
    @Test
    void discords_events_ask_by_type_zero_and_get_nothing() {
        assertThat(Asked.post("{\"version\":1,\"type\":0}").of(Handshake.DISCORD_EVENTS))
                .contains(new Answered(new HandshakeReply(204, Map.of(), "")));
        assertThat(Asked.post("{\"version\":1,\"type\":1}").of(Handshake.DISCORD_EVENTS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"webhook_callback_verification, true", "notification, false", "revocation, false"})
    void twitch_asks_by_the_type_of_the_message(String type, boolean asks) {
        var answered = Asked.post("{\"challenge\":\"pogchamp-kappa-360noscope-vohiyo\"}")
                .with("Twitch-Eventsub-Message-Type", type).of(Handshake.TWITCH);
        assertThat(answered).isEqualTo(asks
                ? Optional.of(text("pogchamp-kappa-360noscope-vohiyo"))
                : Optional.empty());
    }

    @Test
    void event_grid_gets_its_code_back_and_no_visit() {
        assertThat(Asked.post("""
                [{"id":"1","eventType":"Microsoft.EventGrid.SubscriptionValidationEvent",
                  "data":{"validationCode":"512d38b6","validationUrl":"https://rp-eastus2.eventgrid.azure.net"}}]
                """).of(Handshake.EVENT_GRID)).contains(json("{\"validationResponse\":\"512d38b6\"}"));
    }

    @ParameterizedTest
    @EnumSource(value = Handshake.class, names = {"SLACK", "ZOOM", "DISCORD", "DISCORD_EVENTS", "TWITCH", "EVENT_GRID",
            "SNS"})
    void an_event_asks_nothing(Handshake handshake) {
        assertThat(handshake.isSigned()).isTrue();
        for (var body : new String[]{"{\"event\":\"meeting.ended\",\"type\":\"event_callback\",\"challenge\":\"a\"}",
                "[{\"eventType\":\"Microsoft.Storage.BlobCreated\",\"data\":{\"validationCode\":\"a\"}}]", "not JSON",
                "", "{\"type\":{},\"event\":[],\"Type\":null}"}) {
            assertThat(Asked.post(body).secret("example-secret").of(handshake)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://sns.us-west-2.amazonaws.com", "https://sns.cn-north-1.amazonaws.com.cn"})
    void sns_is_confirmed_where_amazon_is(String host) {
        assertThat(Asked.post(subscription(host + CONFIRM)).of(Handshake.SNS))
                .contains(new Visiting(URI.create(host + CONFIRM), new HandshakeReply(200, Map.of(), "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "http://sns.us-west-2.amazonaws.com",
            "https://sns.us-west-2.amazonaws.com.example.com",
            "https://sns.us-west-2.amazonaws.com.cn.example.com",
            "https://example.com#sns.us-west-2.amazonaws.com",
            "https://example.com/sns.us-west-2.amazonaws.com",
            "https://sns.us-west-2.amazonaws.com@example.com",
            "https://user@sns.us-west-2.amazonaws.com",
            "https://sns.us-west-2.amazonaws.com:443",
            "https://sns.us-west-2.amazonaws.com:8443",
            "https://sns.us-west-2.amazonaws.com.",
            "https://example.com\\\\@sns.us-west-2.amazonaws.com",
            "https://xsns.us-west-2.amazonaws.com",
            "https://sns.a.b.amazonaws.com",
            "https://sns..amazonaws.com",
            "https://sns.amazonaws.com",
            "https://s3.us-west-2.amazonaws.com",
            "https://sns.us-west-2.amazonaws.org",
            "https://sns-us-west-2-amazonaws.com",
            "https://127.0.0.1",
            "https://",
            "file:///etc/passwd",
            "sns.us-west-2.amazonaws.com"})
    void nobody_sends_us_anywhere_else(String host) {
        assertThat(Asked.post(subscription(host + CONFIRM)).of(Handshake.SNS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/?Action=Unsubscribe", "/?Action=DeleteTopic&x=Action=ConfirmSubscription",
            "/?Action=DeleteTopic&Action=ConfirmSubscription", "/?Action=ConfirmSubscription&Action=DeleteTopic",
            "/?Action=ConfirmSubscriptions", "/SimpleNotificationService.pem"})
    void a_visit_confirms_and_does_nothing_else(String path) {
        assertThat(Asked.post(subscription("https://sns.us-west-2.amazonaws.com" + path)).of(Handshake.SNS)).isEmpty();
    }

    /// It comes with an address too, which would subscribe again.
    @Test
    void the_end_of_a_subscription_is_no_handshake() {
        assertThat(Asked.post(subscription("https://sns.us-west-2.amazonaws.com" + CONFIRM)
                .replace("SubscriptionConfirmation", "UnsubscribeConfirmation")).of(Handshake.SNS)).isEmpty();
    }

    private static String subscription(String url) {
        return new JsonObject().put("Type", "SubscriptionConfirmation").put("SubscribeURL", url).encode();
    }

    private static Answered text(String text) {
        return new Answered(new HandshakeReply(200,
                Map.of("Content-Type", "text/plain", "X-Content-Type-Options", "nosniff"), text));
    }

    private static Answered json(String text) {
        return new Answered(new HandshakeReply(200, Map.of("Content-Type", "application/json"), text));
    }
}
