package dev.onceward.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import static dev.onceward.e2e.Law3NothingIsLostTest.assertInOrder;
import static dev.onceward.e2e.Law3NothingIsLostTest.awaitAll;
import static dev.onceward.e2e.Law3NothingIsLostTest.settings;
import static org.assertj.core.api.Assertions.assertThat;

/// A lost lease can do no harm: relays die and sleep over their leases, and still nothing is lost or out of order.
class Law4LostLeaseTest {
    private static final int RELAYS = 4;
    private static final int EVENTS = 100_000;

    @Test
    void relays_that_die_and_sleep_lose_nothing_and_keep_the_order_of_keys() throws Exception {
        try (var world = new World();
                var ordered = new Receiver().failing(0.1);
                var unordered = new Receiver().failing(0.1)) {
            var relays = new ArrayList<Function>();
            for (var n = 0; n < RELAYS; n++) {
                relays.add(world.relay(settings(ordered, unordered)));
            }
            var _ = world.awaitCursors(2);
            var business = new Business(world.database, 4);
            var writing = Thread.ofVirtual().start(() -> write(business));
            var chaos = new Chaos(11, List.copyOf(relays));
            chaos.rage(Duration.ofMinutes(1), Duration.ofMillis(2500));
            writing.join();
            awaitAll(EVENTS, ordered, unordered);

            assertInOrder(ordered);
            System.out.printf("%d kills, %d freezes, %d + %d refusals: %d + %d duplicates%n", chaos.kills,
                    chaos.freezes,
                    ordered.failures.get(), unordered.failures.get(), ordered.duplicates(), unordered.duplicates());
            var accountedFor = ordered.failures.get() + unordered.failures.get()
                    + (chaos.kills + chaos.freezes) * 2000L;
            assertThat(ordered.duplicates() + unordered.duplicates()).isLessThan(accountedFor);
            assertThat(world.database.number("SELECT count(*) FROM onceward.parked WHERE state = 'dead'")).isZero();
        }
    }

    private static void write(Business business) {
        try {
            business.append(EVENTS, 10, 50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
