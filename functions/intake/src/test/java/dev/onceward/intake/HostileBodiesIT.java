package dev.onceward.intake;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.TestAll;
import dev.onceward.testing.servers.PausedProcess;

import static dev.onceward.intake.IntakeRequests.fresh;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/// Bodies of a mebibyte whose JSON would be a tree of thirty, a hundred and twenty of them at once, in a process with a
/// heap of 512 MiB that cannot store anything.
@TestInstance(Lifecycle.PER_CLASS)
class HostileBodiesIT {
    private static final int BODIES = 120;
    private static final int HEAD = 100;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String CHAIN = "{\"\":".repeat(95) + "{}" + "}".repeat(95) + ",";
    private static final byte[] SMALL = "\"}".getBytes(US_ASCII);
    private static final String EMPTY = "{},";

    private FunctionProcess function;
    private HttpClient client;

    @BeforeAll
    void start() {
        client = HttpClient.newBuilder().version(Version.HTTP_1_1).build();
        function = Intakes.bare().withEnvironment("JAVA_TOOL_OPTIONS", "-Xmx512m")
                .with("onceward.log.timeout", "1s")
                .with("onceward.intake.body-timeout", "1m")
                .with("onceward.sources.one.unsigned", "true")
                .with("onceward.sources.one.key", "json:/id")
                .with("onceward.sources.all.unsigned", "true")
                .with("onceward.sources.all.key", "content-hash:/id,/x")
                .start();
    }

    @AfterAll
    void end() {
        client.close();
        function.close();
    }

    @ParameterizedTest
    @MethodSource
    void hostile_json_bodies_sent_at_once_are_answered_503_and_intake_keeps_running(String source, String unit) {
        var rest = rest(unit);
        assertThat(post(source, SMALL).join().statusCode()).isEqualTo(202);
        try (var _ = PausedProcess.postgres()) {
            var answers = IntStream.range(0, BODIES).mapToObj(_ -> post(source, rest)).toList();
            assertThat(statuses(answers)).as(function::output).hasSize(BODIES).containsOnly(503);
        }
        Eventually.holds(() -> post(source, SMALL).join().statusCode() == 202);
        Eventually.holds(
                () -> PrometheusMetrics.text(function).contains("onceward_intake_body_bytes 0.0"));
        assertThat(function.output()).doesNotContain("OutOfMemoryError");
    }

    static Stream<Arguments> hostile_json_bodies_sent_at_once_are_answered_503_and_intake_keeps_running() {
        return Stream.of(arguments("one", CHAIN), arguments("one", EMPTY), arguments("all", CHAIN))
                .limit(TestAll.rounds(3, 1));
    }

    /// What follows the id, so that the whole body has a mebibyte.
    private static byte[] rest(String unit) {
        var start = "\",\"x\":[";
        var times = ((1 << 20) - HEAD - start.length()) / unit.length();
        return (start + unit.repeat(times) + "0]}").getBytes(US_ASCII);
    }

    private CompletableFuture<HttpResponse<Void>> post(String source, byte[] rest) {
        var body = BodyPublishers.concat(BodyPublishers.ofString("{\"id\":\"" + fresh()),
                BodyPublishers.ofByteArray(rest));
        var address = URI.create("http://localhost:" + function.port() + "/hooks/" + source);
        return client.sendAsync(HttpRequest.newBuilder(address).POST(body).timeout(PATIENCE).build(),
                BodyHandlers.discarding());
    }

    private static List<Integer> statuses(List<CompletableFuture<HttpResponse<Void>>> answers) {
        return answers.stream().map(answer -> answer.handle(HostileBodiesIT::status).join()).toList();
    }

    /// Zero for a connection that ended without an answer.
    private static int status(HttpResponse<Void> answer, Throwable failure) {
        return failure == null ? answer.statusCode() : 0;
    }
}
