package dev.onceward.runtime.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.mutiny.redis.client.Redis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@OnServers
class CompareClocksTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    /// The servers of the tests share this machine's clock, so the clock of the function is the one that is wrong.
    @ParameterizedTest
    @ValueSource(ints = {5, -5})
    void a_clock_that_is_five_seconds_off_shows_in_health_and_metrics(int seconds) {
        var clocks = clocks(Duration.ofSeconds(seconds), Optional.of(Servers.redisClient()));
        var _ = await(clocks.compare());
        assertThat(gauge("postgresql")).isCloseTo(-seconds, within(1.0));
        assertThat(gauge("redis")).isCloseTo(-seconds, within(1.0));
        var data = health(clocks);
        assertThat(data.get("clocks")).asString().startsWith("degraded: ");
        assertThat(data.get("postgres")).asString().matches(seconds > 0 ? "-[45]\\.\\d{3} s" : "\\+[45]\\.\\d{3} s");
    }

    @Test
    void clocks_that_agree_are_not_degraded() {
        var clocks = clocks(Duration.ZERO, Optional.of(Servers.redisClient()));
        var _ = await(clocks.compare());
        assertThat(health(clocks)).containsEntry("clocks", "agree within a second");
        assertThat(gauge("postgresql")).isCloseTo(0, within(1.0));
    }

    @Test
    void a_clock_that_was_not_read_yet_is_unknown() {
        assertThat(health(clocks(Duration.ofSeconds(5), Optional.empty()))).containsEntry("postgres", "unknown")
                .containsEntry("clocks", "agree within a second");
        assertThat(gauge("postgresql")).isNaN();
    }

    @Test
    void a_server_that_is_missing_or_gone_is_unknown_and_the_other_is_compared() {
        var clocks = clocks(Duration.ofSeconds(5), Optional.empty());
        var _ = await(clocks.compare());
        assertThat(health(clocks)).containsEntry("redis", "unknown");
        assertThat(gauge("postgresql")).isCloseTo(-5, within(1.0));
        Servers.postgres().stop();
        var _ = await(clocks.compare());
        assertThat(health(clocks)).containsEntry("postgres", "unknown");
        assertThat(gauge("postgresql")).isNaN();
    }

    @Test
    void a_clock_is_compared_with_the_middle_of_the_round_trip() {
        var offset = ClockOffset.measured(NOON, Duration.ofSeconds(2), NOON.plusSeconds(4));
        assertThat(offset).isEqualTo(new ClockOffset(3, 1)).hasToString("+3.000 s");
    }

    /// The true difference may be anywhere in the time that the answer took.
    @ParameterizedTest
    @CsvSource({"4,1,true", "4,8,false", "-4,1,true", "1.1,0.1,true", "0.9,0.1,false"})
    void clocks_are_degraded_only_if_they_certainly_differ_by_more_than_a_second(double seconds, double roundTrip,
            boolean degraded) {
        var off = Optional.of(new ClockOffset(seconds, roundTrip / 2));
        assertThat(new ClockComparison(off, Optional.empty()).isDegraded()).isEqualTo(degraded);
        assertThat(new ClockComparison(Optional.empty(), off).isDegraded()).isEqualTo(degraded);
    }

    @Test
    void two_servers_that_are_off_to_opposite_sides_are_degraded() {
        assertThat(new ClockComparison(Optional.of(new ClockOffset(0.7, 0)), Optional.of(new ClockOffset(-0.7, 0)))
                .isDegraded()).isTrue();
    }

    private CompareClocks clocks(Duration off, Optional<Redis> redis) {
        return new CompareClocks(new MeasureOffsets(Servers.pool(), redis, Clock.offset(Clock.systemUTC(), off)),
                registry);
    }

    private double gauge(String server) {
        return registry.get("onceward.clock.offset").tag("server", server).gauge().value();
    }

    private static Map<String, Object> health(CompareClocks clocks) {
        var response = await(new ClockHealth(clocks).call());
        assertThat(response.getStatus()).hasToString("UP");
        return response.getData().orElseThrow();
    }
}
