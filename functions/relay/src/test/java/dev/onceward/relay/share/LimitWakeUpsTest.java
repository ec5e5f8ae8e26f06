package dev.onceward.relay.share;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.RelayPatience;
import dev.onceward.relay.worker.Bookshop;

import static org.assertj.core.api.Assertions.assertThat;

class LimitWakeUpsTest {
    private final List<Long> made = new CopyOnWriteArrayList<>();

    @Test
    void however_often_somebody_calls_a_second_passes_from_one_call_to_the_next() {
        var calls = calls(Duration.ofSeconds(1));
        RelayPatience.until(() -> {
            calls.call();
            return made.size() >= 3;
        });
        assertThat(Duration.ofNanos(made.get(1) - made.get(0))).isGreaterThan(Duration.ofMillis(950));
        assertThat(Duration.ofNanos(made.get(2) - made.get(1))).isGreaterThan(Duration.ofMillis(950));
    }

    @Test
    void a_call_during_the_rest_is_made_after_it() {
        var calls = calls(Duration.ofSeconds(1));
        calls.call();
        RelayPatience.until(() -> made.size() == 1);
        calls.call();
        RelayPatience.until(() -> made.size() == 2);
    }

    @Test
    void a_call_is_made_at_once_where_there_is_no_rest() {
        var calls = calls(Duration.ZERO);
        for (var n = 1; n <= 10; n++) {
            var before = made.size();
            calls.call();
            RelayPatience.until(() -> made.size() > before);
        }
    }

    private LimitWakeUps calls(Duration rest) {
        return new LimitWakeUps(Bookshop.VERTX, rest, () -> made.add(System.nanoTime()));
    }
}
