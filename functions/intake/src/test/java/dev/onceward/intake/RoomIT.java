package dev.onceward.intake;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.Launched;

import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.fresh;
import static dev.onceward.intake.Asking.watching;
import static org.assertj.core.api.Assertions.assertThat;

/// With room for a mebibyte, and bodies that may have as much.
class RoomIT {
    private static final String HALF = "x".repeat((1 << 19) - 1);

    private final Launched function = Intakes.bare().with("onceward.sources.plain.unsigned", "true")
            .with("onceward.intake.body-bytes", "1M")
            .with("onceward.intake.body-timeout", "1m")
            .start();
    private List<Wire> slow = List.of();

    @AfterEach
    void end() {
        slow.forEach(Wire::close);
        function.close();
    }

    @Test
    void what_finds_no_room_is_to_be_sent_again_and_what_has_some_is_taken() {
        full();
        try (var late = begun()) {
            assertThat(late.answer()).contains(" 503 ").containsIgnoringCase("retry-after: 2")
                    .containsIgnoringCase("connection: close");
        }
        assertThat(slow).allSatisfy(wire -> assertThat(wire.send("y").status()).isEqualTo(202));
        Deadline.until(() -> taken().contains("onceward_intake_body_bytes 0.0"));
    }

    @Test
    void who_goes_away_leaves_his_room_to_others() {
        full();
        slow.forEach(Wire::close);
        Deadline.until(() -> taken().contains("onceward_intake_body_bytes 0.0"));
        asking(function).body(HALF + HALF).header(Asking.KEY, fresh()).post("/hooks/plain").then().statusCode(202);
    }

    private void full() {
        slow = IntStream.range(0, 2).mapToObj(_ -> begun()).toList();
        Deadline.until(() -> taken().contains("onceward_intake_body_bytes 1048576.0"));
    }

    /// All of a body but its last byte, so that it stays under way.
    private Wire begun() {
        return Wire.to(function).send("POST /hooks/plain HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: " + fresh()
                + "\r\nContent-Length: " + (HALF.length() + 1) + "\r\n\r\n" + HALF);
    }

    private String taken() {
        return watching(function).get("/q/metrics").asString();
    }
}
