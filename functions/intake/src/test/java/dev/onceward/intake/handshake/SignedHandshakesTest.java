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
import dev.onceward.intake.handshake.HandshakeOutcome.ConfirmByFetch;

import static org.assertj.core.api.Assertions.assertThat;

/// Handshakes that were verified like any event.
class SignedHandshakesTest {
    private static final String CONFIRM = "/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:1:a&Token=2336";

    @Test
    void slack_gets_its_challenge_back() {
        assertThat(SampleHandshakeRequest
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
    void the_plain_token_of_zoom_is_answered_with_its_hmac(String secret, String token, String proof) {
        var asked = SampleHandshakeRequest
                .post("{\"payload\":{\"plainToken\":\"%s\"},\"event\":\"endpoint.url_validation\"}"
                        .formatted(token))
                .secret(secret);
        assertThat(asked.of(Handshake.ZOOM))
                .contains(json("{\"plainToken\":\"%s\",\"encryptedToken\":\"%s\"}".formatted(token, proof)));
        assertThat(asked.secret("").of(Handshake.ZOOM)).isEmpty();
    }

    @Test
    void a_zoom_token_that_is_too_long_is_not_signed() {
        assertThat(SampleHandshakeRequest
                .post("{\"payload\":{\"plainToken\":\"%s\"},\"event\":\"endpoint.url_validation\"}"
                        .formatted("a".repeat(4097)))
                .secret("example-zoom-secret-token").of(Handshake.ZOOM)).isEmpty();
    }

    @Test
    void a_discord_interaction_of_type_one_is_answered_with_type_one() {
        assertThat(SampleHandshakeRequest.post("{\"id\":\"1\",\"type\":1,\"version\":1}").of(Handshake.DISCORD))
                .contains(json("{\"type\":1}"));
        assertThat(SampleHandshakeRequest.post("{\"id\":\"1\",\"type\":2}").of(Handshake.DISCORD)).isEmpty();
    }

    /// There one is an event.
    @Test
    void a_discord_event_of_type_zero_is_answered_204() {
        assertThat(SampleHandshakeRequest.post("{\"version\":1,\"type\":0}").of(Handshake.DISCORD_EVENTS))
                .contains(new Answered(new HandshakeReply(204, Map.of(), "")));
        assertThat(SampleHandshakeRequest.post("{\"version\":1,\"type\":1}").of(Handshake.DISCORD_EVENTS)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"webhook_callback_verification, true", "notification, false", "revocation, false"})
    void a_twitch_challenge_is_recognised_by_the_message_type_header(String type, boolean asks) {
        var answered = SampleHandshakeRequest.post("{\"challenge\":\"pogchamp-kappa-360noscope-vohiyo\"}")
                .with("Twitch-Eventsub-Message-Type", type).of(Handshake.TWITCH);
        assertThat(answered).isEqualTo(asks
                ? Optional.of(text("pogchamp-kappa-360noscope-vohiyo"))
                : Optional.empty());
    }

    @Test
    void the_validation_code_of_event_grid_is_returned_and_its_validation_url_not_visited() {
        assertThat(SampleHandshakeRequest.post("""
                [{"id":"1","eventType":"Microsoft.EventGrid.SubscriptionValidationEvent",
                  "data":{"validationCode":"512d38b6","validationUrl":"https://rp-eastus2.eventgrid.azure.net"}}]
                """).of(Handshake.EVENT_GRID)).contains(json("{\"validationResponse\":\"512d38b6\"}"));
    }

    @ParameterizedTest
    @EnumSource(value = Handshake.class, names = {"SLACK", "ZOOM", "DISCORD", "DISCORD_EVENTS", "TWITCH", "EVENT_GRID",
            "SNS"})
    void an_event_is_not_answered_as_a_handshake(Handshake handshake) {
        assertThat(handshake.isSigned()).isTrue();
        for (var body : new String[]{"{\"event\":\"meeting.ended\",\"type\":\"event_callback\",\"challenge\":\"a\"}",
                "[{\"eventType\":\"Microsoft.Storage.BlobCreated\",\"data\":{\"validationCode\":\"a\"}}]", "not JSON",
                "", "{\"type\":{},\"event\":[],\"Type\":null}"}) {
            assertThat(SampleHandshakeRequest.post(body).secret("example-secret").of(handshake)).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://sns.us-west-2.amazonaws.com", "https://sns.cn-north-1.amazonaws.com.cn"})
    void an_sns_subscription_is_confirmed_at_an_amazon_host(String host) {
        assertThat(SampleHandshakeRequest.post(subscription(host + CONFIRM)).of(Handshake.SNS))
                .contains(new ConfirmByFetch(URI.create(host + CONFIRM), new HandshakeReply(200, Map.of(), "")));
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
    void an_sns_confirmation_url_at_another_host_is_not_visited(String host) {
        assertThat(SampleHandshakeRequest.post(subscription(host + CONFIRM)).of(Handshake.SNS)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/?Action=Unsubscribe", "/?Action=DeleteTopic&x=Action=ConfirmSubscription",
            "/?Action=DeleteTopic&Action=ConfirmSubscription", "/?Action=ConfirmSubscription&Action=DeleteTopic",
            "/?Action=ConfirmSubscriptions", "/SimpleNotificationService.pem"})
    void an_sns_url_that_does_not_only_confirm_a_subscription_is_not_visited(String path) {
        assertThat(SampleHandshakeRequest.post(subscription("https://sns.us-west-2.amazonaws.com" + path))
                .of(Handshake.SNS)).isEmpty();
    }

    /// It comes with an address too, which would subscribe again.
    @Test
    void an_sns_unsubscribe_confirmation_is_no_handshake() {
        assertThat(SampleHandshakeRequest.post(subscription("https://sns.us-west-2.amazonaws.com" + CONFIRM)
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
