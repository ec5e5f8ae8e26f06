package dev.onceward.intake;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.field.Encoding;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.testing.LongTest;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.watching;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

class ConfigurationIT {

    /// What else can be wrong with a source is in [ReadSourceTest]; how it is said is the same.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            onceward.sources.x.topic         | shop       | onceward.sources.x.preset is missing: set the preset of the sender
            onceward.sources.x.unsigned      | perhaps    | onceward.sources.x.unsigned must be true or false
            onceward.intake.max-batch        | 0          | onceward.intake.max-batch must be between 1 and 10000
            """)
    void an_invalid_setting_stops_the_start_with_a_message_that_names_it(String key, String value, String sentence) {
        var function = Intakes.bare().with(key, value).start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output()).contains(sentence).doesNotContain("\tat ");
    }

    @LongTest
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            onceward.sources.X.unsigned      | true       | onceward.sources.X is no name for a source: it must be
            onceward.sources.x.scheme.signature | body    | onceward.sources.x.scheme.signature must be header:NAME
            onceward.intake.body-timeout     | 0s         | onceward.intake.body-timeout must be between 100ms and 10m
            onceward.intake.body-timeout     | soon       | onceward.intake.body-timeout
            onceward.intake.quarantine-items | 0          | onceward.intake.quarantine-items must be between 1 and 10000
            onceward.intake.quarantine-retention | 1s     | onceward.intake.quarantine-retention must be between 1m
            onceward.admin.token            | 15-characters!! | onceward.admin.token must have at least 16 characters
            onceward.admin.read-token       | 15-characters!! | onceward.admin.read-token must have at least 16 characters
            onceward.wake.token              | 15-characters!! | onceward.wake.token must have at least 16 characters
            onceward.intake.allowed-rate     | often      | onceward.intake.allowed-rate must be * or a number of requests
            """)
    void each_other_invalid_setting_stops_the_start_with_a_message_that_names_it(String key, String value,
            String sentence) {
        an_invalid_setting_stops_the_start_with_a_message_that_names_it(key, value, sentence);
    }

    @Test
    void an_invalid_secret_stops_the_start_and_is_not_printed() {
        var function = Intakes.bare().with("onceward.sources.x.preset", "standard-webhooks")
                .with("onceward.sources.x.secrets", "whsec_c2hvcnQ=")
                .start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output()).contains("onceward.sources.x.secrets has 5 bytes").doesNotContain("c2hvcnQ");
    }

    @Test
    void body_bytes_below_the_max_body_of_a_source_stops_the_start() {
        var function = Intakes.bare().with("onceward.sources.x.preset", "github")
                .with("onceward.sources.x.secrets", "an example's secret")
                .with("onceward.intake.body-bytes", "16M")
                .start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output())
                .contains("onceward.intake.body-bytes must be at least the max-body of each source, "
                        + "and x accepts 26214400 bytes");
    }

    @Test
    void a_key_retention_below_twice_the_signature_tolerance_is_warned_of() {
        try (var function = Intakes.bare().with("onceward.sources.x.preset", "standard-webhooks")
                .with("onceward.sources.x.secrets", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .with("onceward.sources.x.retention", "9m")
                .with("onceward.sources.y.preset", "standard-webhooks")
                .with("onceward.sources.y.secrets", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
                .with("onceward.sources.y.retention", "10m")
                .start()) {
            watching(function).get("/q/health/live").then().statusCode(200);
            assertThat(function.output()).contains("the retention of keys is shorter than twice the tolerance, so a "
                    + "captured request could be stored again: source=x").doesNotContain("source=y");
        }
    }

    @Test
    void a_key_retention_below_the_time_for_which_the_sender_retries_is_warned_of() {
        try (var function = Intakes.bare().with("onceward.sources.x.preset", "stripe")
                .with("onceward.sources.x.secrets", "whsec_an_example")
                .with("onceward.sources.x.retention", "1d")
                .start()) {
            watching(function).get("/q/health/live").then().statusCode(200);
            assertThat(function.output())
                    .contains("the retention of keys is shorter than the time for which the sender retries: source=x")
                    .doesNotContain("an_example");
        }
    }

    @Test
    void an_unknown_configuration_key_stops_the_start(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("a.properties"),
                "onceward.sources.x.unsigned=true\nonceward.intake.read-tokn=a\n");
        var function = Intakes.bare().with("quarkus.config.locations", file.toUri().toString()).start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output()).contains("onceward.intake.read-tokn");
    }

    @Test
    void an_unknown_source_property_stops_the_start_with_a_list_of_the_known_properties(@TempDir Path directory)
            throws IOException {
        var file = Files.writeString(directory.resolve("a.properties"),
                "onceward.sources.x.unsigned=true\nonceward.sources.x.tolerence=5m\n");
        var function = Intakes.bare().with("quarkus.config.locations", file.toUri().toString()).start();
        assertThat(function.exitCode()).isEqualTo(1);
        assertThat(function.output())
                .contains("onceward.sources.x.tolerence is unknown: the properties are content-types, ")
                .contains(", tolerance, ");
    }

    /// Of these characters the framework would take some away.
    @ParameterizedTest
    @ValueSource(strings = {"a\\secret$$with${all}of${them", "${a}secret", "a\\\\secret"})
    void a_secret_from_the_environment_is_taken_as_it_is(String secret, @TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("a.properties"), """
                onceward.sources.referred.preset=hmac-sha256
                onceward.sources.referred.secrets=${A_SECRET}
                onceward.sources.referred.status=200
                """);
        try (var function = Intakes.bare().with("quarkus.config.locations", file.toUri().toString())
                .withEnvironment("A_SECRET", secret)
                .withEnvironment("ONCEWARD_SOURCES_LITERAL_PRESET", "hmac-sha256")
                .withEnvironment("ONCEWARD_SOURCES_LITERAL_SECRETS", secret)
                .start()) {
            var signature = Encoding.HEX.text(HmacKey.of("HmacSHA256", secret.getBytes(UTF_8))
                    .sign(SignedContent.of("{}".getBytes(UTF_8))));
            asking(function).header("X-Signature", signature).body("{}").post("/hooks/literal").then().statusCode(202);
            asking(function).header("X-Signature", signature).body("{}").post("/hooks/referred").then().statusCode(200)
                    .body("topic", equalTo("referred"));
        }
    }

    @Test
    void a_source_can_be_configured_by_environment_variables_alone() {
        try (var function = Intakes.bare().withEnvironment("ONCEWARD_SOURCES_ORDERS_UNSIGNED", "true")
                .withEnvironment("ONCEWARD_SOURCES_ORDERS_KEY", "json:/order/id")
                .start()) {
            assertThat(event(
                    asking(function).body("{\"order\":{\"id\":\"%s\"}}".formatted(fresh())).post("/hooks/orders")))
                    .isNotEmpty();
        }
    }

    @Test
    void events_cannot_be_read_without_a_configured_token_or_posted_without_a_cloud_events_source() {
        try (var function = Intakes.bare().start()) {
            asking(function).header("Authorization", "Bearer ").get("/events/" + fresh()).then().statusCode(401);
            asking(function).post("/events").then().statusCode(404);
            asking(function).options("/events").then().statusCode(404);
        }
    }
}
