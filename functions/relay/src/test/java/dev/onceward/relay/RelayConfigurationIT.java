package dev.onceward.relay;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.onceward.testing.Eventually;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

/// A wrong configuration stops the start with a sentence that names the key and what is allowed.
class RelayConfigurationIT {
    private static final RelayFixture WORLD = new RelayFixture();

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
            "subscriptions.b.topics;orders;onceward.subscriptions.b.sink is missing: use kafka:TOPIC",
            "subscriptions.b.sink;mail:me;onceward.subscriptions.b.sink is no address of a sink",
            "subscriptions.b.sink;kafka:a b;onceward.subscriptions.b.sink must name a topic of Kafka",
            "subscriptions.B!.sink;none:;onceward.subscriptions.B! is no name for a subscription",
            "admin.token;15-characters!!;onceward.admin.token must have at least 16 characters",
            "relay.lease;10ms;onceward.relay.lease must be at least 1s"})
    void an_invalid_setting_stops_the_start_with_a_message_that_names_it(String key, String value, String sentence) {
        try (var relay = WORLD.relay().with("onceward." + key, value).start()) {
            assertThat(relay.exitCode()).isNotZero();
            assertThat(relay.output()).contains(sentence).doesNotContain("\tat ");
        }
    }

    @Test
    void relay_is_ready_while_no_sink_works() {
        try (var relay = WORLD.relay().with("onceward.subscriptions.b.sink", "kafka:nowhere")
                .with("kafka.bootstrap.servers", "localhost:1").start()) {
            Eventually.holds(() -> given().port(relay.managementPort()).get("/q/health/ready").statusCode() == 200);
            given().port(relay.port()).get("/relay").then().statusCode(200);
        }
    }
}
