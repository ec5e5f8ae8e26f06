package dev.onceward.e2e;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Untrusted in: what a source does not allow in so many words is refused, and every size is capped.
class UntrustedInputTest {
    private static final Map<String, String> SOURCES = Map.of(
            "ONCEWARD_SOURCES_ORDERS_UNSIGNED", "true",
            "ONCEWARD_SOURCES_SHOP_PRESET", "standard-webhooks",
            "ONCEWARD_SOURCES_SHOP_SECRETS", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");

    private static DeploymentFixture deployment;
    private static PackagedFunction intake;

    @BeforeAll
    static void start() {
        deployment = new DeploymentFixture();
        intake = PackagedFunction.intake(deployment.backends, SOURCES).ready();
    }

    @AfterAll
    static void end() {
        intake.close();
        deployment.close();
    }

    @Test
    void a_source_with_neither_preset_nor_unsigned_stops_the_start() throws Exception {
        try (var unready = PackagedFunction.intake(deployment.backends,
                Map.of("ONCEWARD_SOURCES_SHOP_TOPIC", "shop"))) {
            assertThat(unready.exitCode()).isNotZero();
            assertThat(unready.output()).contains("onceward.sources.shop.preset").contains("unsigned=true");
        }
    }

    @Test
    void an_unsigned_request_to_a_signed_source_is_refused_and_not_stored() throws Exception {
        assertThat(SendWebhooks.send(intake.at("/hooks/shop"), "k", "{}").statusCode()).isEqualTo(401);
        assertThat(deployment.database.number("SELECT count(*) FROM onceward.event")).isZero();
    }

    @Test
    void a_body_over_the_cap_is_refused_and_not_stored() throws Exception {
        assertThat(SendWebhooks.send(intake.at("/hooks/orders"), "k", "x".repeat(1_048_577)).statusCode())
                .isEqualTo(413);
        assertThat(deployment.database.number("SELECT count(*) FROM onceward.event")).isZero();
    }

    @Test
    void a_body_over_the_cap_without_a_content_length_is_refused_and_not_stored() throws Exception {
        var body = BodyPublishers
                .ofInputStream(() -> new ByteArrayInputStream(new byte[1_048_577]));
        var request = HttpRequest.newBuilder(intake.at("/hooks/orders"))
                .header("Idempotency-Key", "\"k\"").POST(body).build();
        assertThat(SendWebhooks.CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(413);
        assertThat(deployment.database.number("SELECT count(*) FROM onceward.event")).isZero();
    }

    @Test
    void a_forged_request_to_a_signed_source_is_refused_and_not_stored() throws Exception {
        var request = HttpRequest.newBuilder(intake.at("/hooks/shop"))
                .header("webhook-id", "k").header("webhook-timestamp", "" + System.currentTimeMillis() / 1000)
                .header("webhook-signature", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=")
                .POST(BodyPublishers.ofString("{}")).build();
        assertThat(SendWebhooks.CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                .isEqualTo(401);
        assertThat(deployment.database.number("SELECT count(*) FROM onceward.event")).isZero();
    }
}
