package dev.onceward.relay;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.TcpProxy;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A network that resets all connections, again and again, while there is work.
class RelayResetsIT {
    private static final int RESETS = 60;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    /// On a busy machine the resets may be more than five seconds apart, and then the failures end and begin again.
    private static final long FEW = RESETS / 10;
    private static final Map<String, String> ENDS = Map.of(
            "cannot read the log", "reads the log again",
            "Redis is unavailable", "the relay listens to Redis again");

    private final RelayFixture world = new RelayFixture();
    private final TcpProxy postgres = new TcpProxy(world.backends.postgres().url());
    private final TcpProxy redis = new TcpProxy(world.backends.redis().url());
    private final HttpReceiver receiver = HttpReceiver.answering(204);
    private final FunctionProcess relay = world.books(receiver.url())
            .with("onceward.relay.lease", "1s")
            .with("onceward.relay.page-time", "500ms")
            .with("onceward.subscriptions.films.sink", receiver.url())
            .with("onceward.subscriptions.films.allow-private", "true")
            .withEnvironment("ONCEWARD_POSTGRES_URL", postgres.url())
            .withEnvironment("ONCEWARD_REDIS_URL", redis.url())
            .start();

    @AfterEach
    void close() {
        relay.close();
        postgres.close();
        redis.close();
        receiver.close();
    }

    @Test
    void repeated_connection_resets_are_counted_and_logged_in_few_lines_at_their_begin_and_end() throws Exception {
        Eventually.holds(() -> given().port(relay.managementPort()).get("/q/health/ready").statusCode() == 200);
        var sent = new HashSet<String>();
        for (var n = 0; n < RESETS; n++) {
            sent.add(world.append("orders", null, "{}".getBytes(UTF_8)).toString());
            postgres.reset();
            redis.reset();
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        Eventually.holds(() -> ENDS.keySet().stream().allMatch(this::isOver));
        Eventually.holds(() -> received().containsAll(sent));

        assertThat(relay.output()).doesNotContain("Unhandled", "Uncaught", "\tat ", "Exception in thread");
        ENDS.forEach((begins, ends) -> assertThat(lines(begins)).as(begins).isBetween(1L, FEW).isEqualTo(lines(ends)));
        assertThat(lines("WARN") + lines("ERROR"))
                .isLessThanOrEqualTo(ENDS.keySet().stream().mapToLong(this::lines).sum() + FEW);
        assertThat(lost("postgresql")).isPositive();
        assertThat(lost("redis")).isPositive();
    }

    private boolean isOver(String begins) {
        return lines(begins) > 0 && lines(begins) == lines(ENDS.getOrDefault(begins, ""));
    }

    private Set<String> received() {
        return new HashSet<>(receiver.got.stream().map(got -> got.header("ce-id")).toList());
    }

    private long lines(String with) {
        return Arrays.stream(relay.output().split("\n")).filter(line -> line.contains(with)).count();
    }

    private double lost(String to) {
        return PrometheusMetrics.value(relay, "onceward_connections_lost_total{to=\"" + to + "\"}");
    }
}
