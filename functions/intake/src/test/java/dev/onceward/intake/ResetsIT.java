package dev.onceward.intake;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.Launched;
import dev.onceward.embedded.Wire;

import static dev.onceward.intake.Asking.KEY;
import static dev.onceward.intake.Asking.asking;
import static dev.onceward.intake.Asking.fresh;
import static org.assertj.core.api.Assertions.assertThat;

/// A network that resets all connections, again and again, while webhooks come in.
class ResetsIT {
    private static final int RESETS = 60;
    private static final int SENDERS = 4;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    /// What is done every ten seconds, upkeep and the quarantine's, says once that it could not.
    private static final int OF_THE_CLOCK = 2;

    private final AtomicBoolean sending = new AtomicBoolean(true);
    private final Wire postgres = wire(Servers.postgres().url());
    private final Wire redis = wire(Servers.redis().url());
    private final Launched function = Intakes.bare().with("onceward.sources.reset.unsigned", "true")
            .withEnvironment("ONCEWARD_POSTGRES_URL", postgres.url())
            .withEnvironment("ONCEWARD_REDIS_URL", redis.url())
            .start();

    @AfterEach
    void close() {
        function.close();
        postgres.close();
        redis.close();
    }

    @Test
    void they_are_a_line_when_they_begin_a_line_when_they_are_over_and_numbers() throws Exception {
        var senders = IntStream.range(0, SENDERS).mapToObj(_ -> Thread.ofVirtual().start(this::send)).toList();
        for (var n = 0; n < RESETS; n++) {
            postgres.reset();
            redis.reset();
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        Deadline.until(() -> lines("postgres stores again") > 0 && lines("redis is back") > 0);
        sending.set(false);
        for (var sender : senders) {
            sender.join();
        }

        assertThat(function.output()).doesNotContain("Unhandled", "Uncaught", "\tat ", "Exception in thread");
        Stream.of("postgres does not store", "postgres stores again", "redis is away", "redis is back")
                .forEach(line -> assertThat(lines(line)).as(line).isEqualTo(1));
        assertThat(lines("WARN") + lines("ERROR")).isLessThanOrEqualTo(2 + OF_THE_CLOCK);
        assertThat(Metric.of(function, "onceward_connections_lost_total{to=\"postgresql\"}")).isPositive();
        assertThat(Metric.of(function, "onceward_connections_lost_total{to=\"redis\"}")).isPositive();
    }

    private void send() {
        while (sending.get()) {
            var answer = asking(function).header(KEY, fresh()).body("{}").post("/hooks/reset");
            assertThat(answer.statusCode()).isIn(202, 503);
        }
    }

    private long lines(String with) {
        return function.output().lines().filter(line -> line.contains(with)).count();
    }

    private static Wire wire(String url) {
        try {
            return new Wire(url);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
