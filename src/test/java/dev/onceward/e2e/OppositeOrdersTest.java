package dev.onceward.e2e;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.TestAll;

import static org.assertj.core.api.Assertions.assertThat;

/// Two processes that store the same keys in opposite orders must not wait for each other.
class OppositeOrdersTest {
    private static final Duration LONG = Duration.ofSeconds(TestAll.rounds(30, 5));
    private static final int SENDERS = 16;
    private static final int KEYS = 64;
    private static final Map<String, String> EVENTS = Map.of("ONCEWARD_SOURCES_EVENTS_UNSIGNED", "true");

    @Test
    void overlapping_batches_in_opposite_orders_do_not_deadlock() throws Exception {
        try (var deployment = new DeploymentFixture();
                var up = PackagedFunction.intake(deployment.backends, EVENTS).ready();
                var down = PackagedFunction.intake(deployment.backends, EVENTS).ready()) {
            deployment.backends.redis().stop();
            var errors = new AtomicInteger();
            var end = System.nanoTime() + LONG.toNanos();

            var rounds = RunConcurrently.run(SENDERS, sender -> () -> sendUntil(end, sender, up, down, errors)).stream()
                    .mapToInt(Integer::intValue).sum();

            assertThat(errors).hasValue(0);
            assertThat(
                    deployment.database
                            .number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                    .isZero();
            assertThat(deployment.database.number("SELECT count(*) FROM onceward.event"))
                    .isEqualTo(rounds * (long) KEYS);
        }
    }

    /// The same new events at the same moment to both, each as one batch, for one of them backwards.
    private static int sendUntil(long end, int sender, PackagedFunction up, PackagedFunction down,
            AtomicInteger errors) {
        var rounds = 0;
        for (; System.nanoTime() < end; rounds++) {
            var round = sender + "-" + rounds + "-";
            var events = IntStream.range(0, KEYS).mapToObj(key -> event(round + key)).toList();
            for (var answer : List.of(post(up, events), post(down, events.reversed()))) {
                if (answer.join().statusCode() != 202) {
                    errors.incrementAndGet();
                }
            }
        }
        return rounds;
    }

    private static CompletableFuture<HttpResponse<String>> post(PackagedFunction intake, List<String> events) {
        var request = HttpRequest.newBuilder(intake.at("/events")).timeout(Duration.ofSeconds(10))
                .header("Content-Type", "application/cloudevents-batch+json")
                .POST(BodyPublishers.ofString(events.stream().collect(Collectors.joining(",", "[", "]")))).build();
        return SendWebhooks.CLIENT.sendAsync(request, BodyHandlers.ofString());
    }

    private static String event(String id) {
        return """
                {"specversion":"1.0","id":"%s","source":"/e2e","type":"t","data":{}}""".formatted(id);
    }
}
