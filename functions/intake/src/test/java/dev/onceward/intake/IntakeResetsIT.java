package dev.onceward.intake;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.PrometheusMetrics;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.intake.IntakeRequests.KEY;
import static dev.onceward.intake.IntakeRequests.asking;
import static dev.onceward.intake.IntakeRequests.fresh;
import static org.assertj.core.api.Assertions.assertThat;

/// A network that resets all connections, again and again, while webhooks come in.
class IntakeResetsIT {
    private static final int RESETS = 60;
    private static final int SENDERS = 4;
    private static final Duration BETWEEN = Duration.ofMillis(100);
    /// On a busy machine the resets may be more than five seconds apart, and then the failures end and begin again.
    private static final long FEW = RESETS / 10;
    private static final String POSTGRES_BEGINS = "intake could not store events";
    private static final String POSTGRES_ENDS = "intake stores events again";
    private static final String REDIS_BEGINS = "Redis is unavailable";
    private static final String REDIS_ENDS = "Redis is available again";

    private final Set<Integer> statuses = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean sending = new AtomicBoolean(true);
    private final TcpProxy postgres = new TcpProxy(Servers.postgres().url());
    private final TcpProxy redis = new TcpProxy(Servers.redis().url());
    private final FunctionProcess function = Intakes.bare().with("onceward.sources.reset.unsigned", "true")
            .with("onceward.seen.min-duplicates", "0")
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
    void repeated_connection_resets_are_counted_and_logged_in_few_lines_at_their_begin_and_end() throws Exception {
        var senders = IntStream.range(0, SENDERS).mapToObj(_ -> Thread.ofVirtual().start(this::send)).toList();
        for (var n = 0; n < RESETS; n++) {
            postgres.reset();
            redis.reset();
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
        Eventually.holds(() -> areOver(POSTGRES_BEGINS, POSTGRES_ENDS) && areOver(REDIS_BEGINS, REDIS_ENDS));
        sending.set(false);
        for (var sender : senders) {
            sender.join();
        }

        assertThat(statuses).isSubsetOf(202, 503).contains(202);
        assertThat(function.output()).doesNotContain("Unhandled", "Uncaught", "\tat ", "Exception in thread");
        assertThat(lines(POSTGRES_BEGINS)).isBetween(1L, FEW).isEqualTo(lines(POSTGRES_ENDS));
        assertThat(lines(REDIS_BEGINS)).isBetween(1L, FEW).isEqualTo(lines(REDIS_ENDS));
        assertThat(lines("WARN") + lines("ERROR"))
                .isLessThanOrEqualTo(lines(POSTGRES_BEGINS) + lines(REDIS_BEGINS) + FEW);
        assertThat(PrometheusMetrics.value(function, "onceward_connections_lost_total{to=\"postgresql\"}"))
                .isPositive();
        Eventually.holds(this::isLossOfIdleRedisConnectionCounted);
    }

    private void send() {
        while (sending.get()) {
            statuses.add(asking(function).header(KEY, fresh()).body("{}").post("/hooks/reset").statusCode());
        }
    }

    /// A loss is reported to who waits for an answer over the connection. Only the loss of an idle one is counted, and under
    /// load there may have been none.
    private boolean isLossOfIdleRedisConnectionCounted() {
        var _ = asking(function).header(KEY, fresh()).body("{}").post("/hooks/reset");
        redis.reset();
        return PrometheusMetrics.value(function, "onceward_connections_lost_total{to=\"redis\"}") > 0;
    }

    private boolean areOver(String begins, String ends) {
        return lines(begins) > 0 && lines(begins) == lines(ends);
    }

    private long lines(String with) {
        return function.output().lines().filter(line -> line.contains(with)).count();
    }

}
