package dev.onceward.intake;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;

/// With room for a mebibyte, and bodies that may have as much.
class BodyMemoryLimitIT {
    private static final String LARGE_WHEN_READ = "{\"notificationItems\":[" + "{},".repeat(100_000) + "0],\"id\":\""
            + fresh() + "\"}";
    private static final String HALF = "x".repeat((1 << 19) - 1);

    private final FunctionProcess function = Intakes.bare().with("onceward.sources.plain.unsigned", "true")
            .with("onceward.intake.body-bytes", "1M")
            .with("onceward.intake.body-timeout", "1m")
            .with("onceward.sources.one.unsigned", "true")
            .with("onceward.sources.one.key", "json:/id")
            .with("onceward.sources.hashed.unsigned", "true")
            .with("onceward.sources.hashed.key", "content-hash:/notificationItems")
            .with("onceward.sources.adyen.preset", "adyen")
            .with("onceward.sources.adyen.secrets", "00".repeat(32))
            .with("onceward.sources.forged.preset", "github")
            .with("onceward.sources.forged.secrets", "example-secret")
            .with("onceward.sources.forged.key", "content-hash:/notificationItems")
            .with("onceward.sources.forged.max-body", "1M")
            .with("onceward.sources.forged.on-unverified", "quarantine")
            .start();
    private List<RawConnection> slow = List.of();

    @AfterEach
    void end() {
        slow.forEach(RawConnection::close);
        function.close();
    }

    @Test
    void a_body_beyond_the_memory_limit_is_answered_503_and_a_smaller_one_is_stored() {
        full();
        try (var late = begun()) {
            assertThat(late.answer()).contains(" 503 ").containsIgnoringCase("retry-after: 2")
                    .containsIgnoringCase("connection: close");
        }
        assertThat(slow).allSatisfy(wire -> assertThat(wire.send("y").status()).isEqualTo(202));
        Eventually.holds(() -> taken().contains("onceward_intake_body_bytes 0.0"));
    }

    @Test
    void a_sender_that_disconnects_gives_its_memory_back() {
        full();
        slow.forEach(RawConnection::close);
        Eventually.holds(() -> taken().contains("onceward_intake_body_bytes 0.0"));
        asking(function).body(HALF + HALF).header(IntakeRequests.KEY, fresh()).post("/hooks/plain").then()
                .statusCode(202);
    }

    /// A hundred thousand empty objects are small on the wire and ten times too large in memory.
    @ParameterizedTest
    @ValueSource(strings = {"hashed", "adyen"})
    void json_that_exceeds_the_memory_limit_when_parsed_is_answered_503(String source) {
        asking(function).body(LARGE_WHEN_READ).post("/hooks/" + source).then().statusCode(503)
                .header("Retry-After", "2").body("detail", containsString("no room for another body"));
        Eventually.holds(() -> taken().contains("onceward_intake_body_bytes 0.0"));
        asking(function).body("{\"notificationItems\": 1}").post("/hooks/hashed").then().statusCode(202);
    }

    @Test
    void one_value_of_a_large_body_is_read_with_little_memory() {
        asking(function).body(LARGE_WHEN_READ).post("/hooks/one").then().statusCode(202);
    }

    @Test
    void a_forged_request_is_answered_401_though_there_is_no_memory_to_quarantine_it() {
        asking(function).header("X-Hub-Signature-256", "sha256=" + "00".repeat(32)).body(LARGE_WHEN_READ)
                .post("/hooks/forged").then().statusCode(401);
    }

    private void full() {
        slow = IntStream.range(0, 2).mapToObj(_ -> begun()).toList();
        Eventually.holds(() -> taken().contains("onceward_intake_body_bytes 1048576.0"));
    }

    /// All of a body but its last byte, so that it stays under way.
    private RawConnection begun() {
        return RawConnection.to(function)
                .send("POST /hooks/plain HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + fresh()
                        + "\r\nContent-Length: " + (HALF.length() + 1) + "\r\n\r\n" + HALF);
    }

    private String taken() {
        return PrometheusMetrics.text(function);
    }
}
