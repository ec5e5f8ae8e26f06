package dev.onceward.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.LongTest;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

/// Expiry is judged by the database's clock: machines whose clocks disagree agree about keys.
class OneClockTest {
    private static final Map<String, String> BRIEF = Map.of(
            "ONCEWARD_SOURCES_ORDERS_UNSIGNED", "true",
            "ONCEWARD_SOURCES_ORDERS_RETENTION", "1h");

    private static final String SKEWED = """
            (?s).*"clocks": "degraded: .*"postgres": "-86[34]\\d\\d\\.\\d{3} s".*"redis": "-86[34]\\d\\d\\.\\d{3} s".*""";

    /// Of the one key in Redis, whichever database and bucket it is under. Its value begins with the time of its expiry.
    private static final String PTTL = "EVAL \"local hash = redis.call('KEYS', 'i9y:*:seen1')[1] "
            + "local time = redis.call('TIME') "
            + "return hash and struct.unpack('>I6', redis.call('HVALS', hash)[1]) - time[1] * 1000 or -2\" 0\r\n";

    @Test
    void processes_whose_clocks_disagree_agree_about_duplicates_and_the_expiry_of_keys() throws Exception {
        FakeTime.isNeeded();
        try (var deployment = new DeploymentFixture();
                var ahead = PackagedFunction.intakeAt("+1d", deployment.backends, BRIEF);
                var behind = PackagedFunction.intakeAt("-1d", deployment.backends, BRIEF)) {
            var _ = ahead.ready();
            var _ = Eventually.holds("Redis remembers", Duration.ofSeconds(20), () -> {
                assertThat(SendWebhooks.send(ahead.at("/hooks/orders"), "r", "{}").statusCode()).isEqualTo(202);
                return ttl(deployment) > 0;
            });
            assertThat(ttl(deployment)).isBetween(3_500_000L, 3_600_000L);
            var _ = behind.ready();
            deployment.backends.redis().stop();
            var first = SendWebhooks.send(behind.at("/hooks/orders"), "k", "{}");
            var again = SendWebhooks.send(ahead.at("/hooks/orders"), "k", "{}");

            assertThat(again.body()).isEqualTo(first.body());
            assertThat(deployment.database.number("""
                    SELECT count(*) FROM onceward.key
                     WHERE expires_at BETWEEN now() + interval '59 minutes' AND now() + interval '61 minutes'
                    """)).isEqualTo(2);
        }
    }

    @LongTest
    @Test
    void a_function_whose_clock_is_a_day_ahead_is_ready_and_says_so() throws Exception {
        FakeTime.isNeeded();
        try (var deployment = new DeploymentFixture();
                var ahead = PackagedFunction.intakeAt("+1d", deployment.backends, BRIEF)) {
            var _ = ahead.ready();
            var _ = Eventually.holds("the clocks are compared", Duration.ofSeconds(60),
                    () -> get(ahead.managementAt("/q/health/ready")).matches(SKEWED));
            assertThat(get(ahead.managementAt("/q/metrics")))
                    .containsPattern("onceward_clock_offset_seconds\\{server=\"postgresql\"} -86[34]\\d\\d\\.");
            assertThat(PackagedFunction.status(ahead.managementAt("/q/health/ready"))).isEqualTo(200);
        }
    }

    private static String get(URI from) throws IOException, InterruptedException {
        return SendWebhooks.CLIENT.send(HttpRequest.newBuilder(from).build(), BodyHandlers.ofString()).body();
    }

    private static long ttl(DeploymentFixture deployment) throws IOException {
        var url = URI.create(deployment.backends.redis().url());
        try (var socket = new Socket(url.getHost(), url.getPort());
                var answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII))) {
            socket.getOutputStream().write(PTTL.getBytes(US_ASCII));
            return Long.parseLong(answer.readLine().substring(1));
        }
    }
}
