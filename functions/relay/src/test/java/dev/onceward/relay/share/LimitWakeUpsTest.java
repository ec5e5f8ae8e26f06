package dev.onceward.relay.share;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;

class LimitWakeUpsTest {
    private final List<Long> made = new CopyOnWriteArrayList<>();

    @Test
    void wake_ups_are_made_at_most_once_a_second() {
        var calls = calls(Duration.ofSeconds(1));
        Eventually.holds(() -> {
            calls.call();
            return made.size() >= 3;
        });
        assertThat(Duration.ofNanos(made.get(1) - made.get(0))).isGreaterThan(Duration.ofMillis(950));
        assertThat(Duration.ofNanos(made.get(2) - made.get(1))).isGreaterThan(Duration.ofMillis(950));
    }

    @Test
    void a_wake_up_during_the_pause_is_made_after_the_pause() {
        var calls = calls(Duration.ofSeconds(1));
        calls.call();
        Eventually.holds(() -> made.size() == 1);
        calls.call();
        Eventually.holds(() -> made.size() == 2);
    }

    @Test
    void a_wake_up_without_a_configured_pause_is_made_at_once() {
        var calls = calls(Duration.ZERO);
        for (var n = 1; n <= 10; n++) {
            var before = made.size();
            calls.call();
            Eventually.holds(() -> made.size() > before);
        }
    }

    private LimitWakeUps calls(Duration rest) {
        return new LimitWakeUps(Servers.vertx().getDelegate(), rest, () -> made.add(System.nanoTime()));
    }
}
