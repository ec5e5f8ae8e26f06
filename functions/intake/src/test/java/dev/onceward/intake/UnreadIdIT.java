package dev.onceward.intake;

import java.time.Instant;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.REPLAYED;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

/// Stripe counts in its body how many endpoints an event still waits for, so that a retry has another body: only the id
/// tells that it is the same event.
@SuppressWarnings("NullAway.Init") // the function is there before the first test
class UnreadIdIT {
    private static final HmacKey SECRET = HmacKey.of("HmacSHA256", "whsec_an_example".getBytes(UTF_8));

    private static FunctionProcess function;

    @BeforeAll
    static void begin() {
        function = Intakes.bare().with("onceward.sources.billing.preset", "stripe")
                .with("onceward.sources.billing.secrets", "whsec_an_example").start();
    }

    @AfterAll
    static void end() {
        function.close();
    }

    @Test
    void a_retry_with_another_body_is_a_duplicate_by_its_event_id() {
        var event = "{\"id\":\"" + fresh() + "\",\"pending_webhooks\":%d}";
        var before = unread();
        var first = event(send(event.formatted(2)));
        send(event.formatted(1)).then().statusCode(202).header(REPLAYED, equalTo("true")).body("id", equalTo(first));
        assertThat(unread()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ufeff{\"id\":\"%s\"}", "{\"id\":\"%1$s\",\"id\":\"%1$s\"}", "{\"id\":[\"%s\"]}"})
    void an_event_id_that_cannot_be_read_is_counted_and_warned_of(String body) {
        var before = unread();
        send(body.formatted(fresh())).then().statusCode(202);
        assertThat(unread()).isEqualTo(before + 1);
        assertThat(function.output())
                .contains("intake could not read the event id and used the hash of the body as the key")
                .contains("source=billing reason=malformed");
    }

    private static double unread() {
        return PrometheusMetrics.value(function,
                "onceward_intake_event_id_unread_total{reason=\"malformed\",source=\"billing\"}");
    }

    private static Response send(String body) {
        var at = Instant.now().getEpochSecond();
        var made = SECRET.sign(SignedContent.of("%d.%s".formatted(at, body).getBytes(UTF_8)));
        return asking(function).header("Stripe-Signature", "t=%d,v1=%s".formatted(at, Encoding.HEX.text(made)))
                .body(body.getBytes(UTF_8)).post("/hooks/billing");
    }
}
