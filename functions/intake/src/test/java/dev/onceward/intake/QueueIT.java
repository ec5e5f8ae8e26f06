package dev.onceward.intake;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.servers.PausedProcess;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

/// With a PostgreSQL that hangs, and room for three entries before it.
class QueueIT {
    private final FunctionProcess function = Intakes.withSources().with("onceward.log.queue-items", "3")
            .with("onceward.log.timeout", "10s")
            .start();
    private final ExecutorService senders = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void end() {
        senders.close();
        function.close();
    }

    @Test
    void a_request_that_finds_the_queue_full_is_answered_503_and_queued_requests_are_stored() {
        var warm = event(post());
        List<Future<Response>> waiting;
        try (var _ = PausedProcess.postgres()) {
            waiting = IntStream.range(0, 3).mapToObj(_ -> senders.submit(this::post)).toList();
            Eventually.holds(() -> metrics().contains("onceward_intake_queue_depth 3.0"));
            post().then().statusCode(503).header("Retry-After", equalTo("7"))
                    .body("detail", containsString("Send it again with the same key"));
        }
        assertThat(waiting).allSatisfy(answer -> assertThat(event(answer.get())).isNotEqualTo(warm));
    }

    private Response post() {
        return asking(function).header(IntakeRequests.KEY, fresh()).body("{}").post("/hooks/plain");
    }

    private String metrics() {
        return PrometheusMetrics.text(function);
    }
}
