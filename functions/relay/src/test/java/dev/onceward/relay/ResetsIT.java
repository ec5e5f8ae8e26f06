package dev.onceward.relay;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.Launched;
import dev.onceward.embedded.Wire;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.relay.testing.Patience;

import static io.restassured.RestAssured.given;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// A network that resets all connections, again and again, while there is work.
class ResetsIT {
    private static final int RESETS = 60;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    /// It is done every ten seconds and says once that it could not.
    private static final int OF_UPKEEP = 1;
    private static final Set<String> BEGINS = Set.of("cannot read the log", "redis is away");
    private static final Set<String> ENDS = Set.of("reads the log again", "hears again over redis");

    private final Relays world = new Relays();
    private final Wire postgres = wire(world.backends.postgres().url());
    private final Wire redis = wire(world.backends.redis().url());
    private final HttpReceiver receiver = HttpReceiver.answering(204);
    private final Launched relay = world.books(receiver.url())
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
        world.close();
    }

    @Test
    void they_are_a_line_when_they_begin_a_line_when_they_are_over_and_numbers() throws Exception {
        Patience.until(() -> given().port(relay.managementPort()).get("/q/health/ready").statusCode() == 200);
        var sent = new HashSet<String>();
        for (var n = 0; n < RESETS; n++) {
            sent.add(world.append("orders", null, "{}".getBytes(UTF_8)).toString());
            postgres.reset();
            redis.reset();
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        Patience.until(() -> ENDS.stream().allMatch(line -> lines(line) > 0));
        Patience.until(() -> received().containsAll(sent));

        assertThat(relay.output()).doesNotContain("Unhandled", "Uncaught", "\tat ", "Exception in thread");
        Stream.concat(BEGINS.stream(), ENDS.stream()).forEach(line -> assertThat(lines(line)).as(line).isEqualTo(1));
        assertThat(lines("WARN") + lines("ERROR")).isLessThanOrEqualTo(BEGINS.size() + OF_UPKEEP);
        assertThat(lost("postgresql")).isPositive();
        assertThat(lost("redis")).isPositive();
    }

    private Set<String> received() {
        return new HashSet<>(receiver.got.stream().map(got -> got.header("ce-id")).toList());
    }

    private long lines(String with) {
        return Arrays.stream(relay.output().split("\n")).filter(line -> line.contains(with)).count();
    }

    private double lost(String to) {
        var series = "onceward_connections_lost_total{to=\"" + to + "\"} ";
        return given().port(relay.managementPort()).get("/q/metrics").asString().lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length()))).sum();
    }

    private static Wire wire(String url) {
        try {
            return new Wire(url);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
