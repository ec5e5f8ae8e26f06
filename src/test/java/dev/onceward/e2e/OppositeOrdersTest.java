package dev.onceward.e2e;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// Two processes that store the same keys in opposite orders must not wait for each other.
class OppositeOrdersTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int SENDERS = 32;
    private static final int KEYS = 64;

    @Test
    void overlapping_batches_in_opposite_orders_do_not_deadlock() throws Exception {
        try (var world = new World(); var up = world.intake().ready(); var down = world.intake().ready()) {
            world.backends.redis().stop();
            var errors = new AtomicInteger();
            var end = System.nanoTime() + LONG.toNanos();

            var rounds = Together.run(SENDERS, sender -> () -> sendUntil(end, sender, up, down, errors)).stream()
                    .mapToInt(Integer::intValue).sum();

            assertThat(errors).hasValue(0);
            assertThat(
                    world.database.number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
                    .isZero();
            assertThat(world.database.number("SELECT count(*) FROM onceward.event")).isPositive()
                    .isLessThan(rounds * (long) KEYS);
        }
    }

    /// All senders walk the same keys in step of time, half of them backwards.
    private static int sendUntil(long end, int sender, Function up, Function down, AtomicInteger errors)
            throws Exception {
        var rounds = 0;
        for (; System.nanoTime() < end; rounds++) {
            for (var i = 0; i < KEYS; i++) {
                var key = sender % 2 == 0 ? i : KEYS - 1 - i;
                var to = sender % 2 == 0 ? up : down;
                var answer = Sender.send(to.at("/hooks/orders"), "r" + rounds + "-" + key, "{}");
                if (answer.statusCode() != 202) {
                    errors.incrementAndGet();
                }
            }
        }
        return rounds;
    }
}
