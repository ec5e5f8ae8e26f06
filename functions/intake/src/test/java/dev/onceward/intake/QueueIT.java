package dev.onceward.intake;

import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.restassured.response.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;

import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.event;
import static dev.onceward.intake.IntakeRequests.fresh;
import static dev.onceward.intake.IntakeRequests.watching;
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
        postgres("CONT");
        senders.close();
        function.close();
    }

    @Test
    void a_request_that_finds_the_queue_full_is_answered_503_and_queued_requests_are_stored() {
        var warm = event(post());
        postgres("STOP");
        var waiting = IntStream.range(0, 3).mapToObj(_ -> senders.submit(this::post)).toList();
        AwaitInIntake.until(() -> metrics().contains("onceward_intake_queue_depth 3.0"));
        post().then().statusCode(503).header("Retry-After", equalTo("7"))
                .body("detail", containsString("could not be stored"));
        postgres("CONT");
        assertThat(waiting).allSatisfy(answer -> assertThat(event(answer.get())).isNotEqualTo(warm));
    }

    private Response post() {
        return asking(function).header(IntakeRequests.KEY, fresh()).body("{}").post("/hooks/plain");
    }

    private String metrics() {
        return watching(function).get("/q/metrics").asString();
    }

    /// All its processes: the one that answers a connection is not the one that accepts them. That one comes first, or it
    /// would make others meanwhile.
    private static void postgres(String signal) {
        var server = ProcessHandle.of(IntakeServers.postgres().pid()).orElseThrow();
        signal(server, signal);
        server.descendants().forEach(process -> signal(process, signal));
    }

    private static void signal(ProcessHandle process, String signal) {
        try {
            var _ = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().onExit().join();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
