package dev.onceward.relay.format;

import java.net.http.HttpHeaders;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

import com.standardwebhooks.Webhook;
import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.SignedWebhook;
import dev.onceward.runtime.signing.Signer;

import static dev.onceward.relay.http.HttpSinks.CLOCK;
import static dev.onceward.relay.http.HttpSinks.SECRET;
import static dev.onceward.relay.http.HttpSinks.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

class SignedFormatTest {
    private static final String OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
    private static final String PRIVATE = "whsk_VEVTVFNJR05JTkdLRVlET05PVFVTRVRISVNGT1JBTlk=";

    @Test
    void a_signed_webhook_has_the_body_of_the_event_and_the_standard_webhooks_headers() {
        var event = event("text/plain", "a\0b");
        var message = format(CLOCK, SECRET).write(event);
        assertThat(message.body()).isEqualTo(event.body());
        assertThat(message.headers()).isEqualTo(Map.of(
                "content-type", "text/plain",
                "webhook-id", "019a9652-2400-7000-8000-0123456789ab",
                "webhook-timestamp", "1795003200",
                "webhook-signature", "v1," + hmac(SECRET, "019a9652-2400-7000-8000-0123456789ab.1795003200.a\0b"),
                "x-correlation-id", "order 7",
                "x-causation-id", "msg-1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "hellö"})
    void the_standard_webhooks_library_verifies_a_signed_webhook(String body) {
        for (var secret : List.of(SECRET, OTHER)) {
            var headers = format(Clock.systemUTC(), SECRET, OTHER).write(event("text/plain", body)).headers();
            assertThatNoException().isThrownBy(() -> new Webhook(secret).verify(body, java(headers)));
        }
    }

    @Test
    void a_signed_webhook_has_a_signature_of_every_secret() {
        var signatures = format(CLOCK, SECRET, OTHER, PRIVATE).write(event("text/plain", "")).headers()
                .getOrDefault("webhook-signature", "");
        assertThat(signatures.split(" ")).hasSize(3).satisfiesExactly(
                first -> assertThat(first).startsWith("v1,"), second -> assertThat(second).startsWith("v1,"),
                third -> assertThat(third).startsWith("v1a,"));
    }

    @Test
    void bytes_that_are_no_text_are_signed_as_they_are() {
        var bytes = new byte[]{(byte) 0xff, 0, (byte) 0xc3};
        var message = format(CLOCK, SECRET).write(event("a/b", Buffer.buffer(bytes)));
        var signed = Buffer.buffer("019a9652-2400-7000-8000-0123456789ab.1795003200.").appendBytes(bytes).getBytes();
        assertThat(message.headers()).containsEntry("webhook-signature", "v1," + hmac(SECRET, signed));
    }

    @Test
    void a_wrong_secret_is_refused_and_not_shown() {
        assertThatIllegalArgumentException().isThrownBy(() -> format(CLOCK, SECRET, "whsec_!hidden!"))
                .withMessageStartingWith("must be base64").withMessageNotContaining("hidden");
        assertThatIllegalArgumentException().isThrownBy(() -> format(CLOCK)).withMessageStartingWith("is missing");
    }

    private static HttpFormat format(Clock clock, String... secrets) {
        return HttpFormat.of(new SignedWebhook(Signer.of(List.of(secrets))), clock);
    }

    private static Map<String, List<String>> java(Map<String, String> headers) {
        var lists = new HashMap<String, List<String>>();
        headers.forEach((name, value) -> lists.put(name, List.of(value)));
        return HttpHeaders.of(lists, (_, _) -> true).map();
    }

    private static String hmac(String secret, String text) {
        return hmac(secret, text.getBytes(UTF_8));
    }

    private static String hmac(String secret, byte[] bytes) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
