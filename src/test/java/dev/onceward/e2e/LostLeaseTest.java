package dev.onceward.e2e;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.TestAll;

import static dev.onceward.e2e.NothingIsLostTest.assertInOrder;
import static dev.onceward.e2e.NothingIsLostTest.awaitAll;
import static dev.onceward.e2e.NothingIsLostTest.settings;
import static org.assertj.core.api.Assertions.assertThat;

/// A lost lease can do no harm: relays die and sleep over their leases, and still nothing is lost or out of order.
class LostLeaseTest {
    private static final int RELAYS = 4;
    private static final int SECONDS = TestAll.rounds(60, 8);
    private static final int EVENTS = TestAll.rounds(100_000, 20_000);
    private static final int PAGE = 100;
    private static final int CONCURRENCY = 16;
    /// What one fault can deliver again to one subscription. A relay settles each page before it reads the next one, and
    /// when a tenth fails there is something to settle in each. So what it had not settled is a page, of which some may be
    /// under way, and what was under way of pages before. A relay that is paused may send as many once more when it
    /// continues: its attempts that had begun.
    private static final int REPEATED = PAGE + 2 * CONCURRENCY;

    @Test
    void relays_that_are_killed_and_paused_lose_no_event_and_keep_the_order_of_each_key() throws Exception {
        try (var deployment = new DeploymentFixture();
                var ordered = new CountingReceiver().failing(0.1);
                var unordered = new CountingReceiver().failing(0.1)) {
            var settings = settings(ordered, unordered);
            settings.put("ONCEWARD_RELAY_PAGE_EVENTS", Integer.toString(PAGE));
            var relays = new ArrayList<PackagedFunction>();
            for (var n = 0; n < RELAYS; n++) {
                relays.add(deployment.relay(settings));
            }
            var _ = deployment.awaitCursors(2);
            var business = new EventWriters(deployment.database, 4);
            var writing = Thread.ofVirtual().start(() -> write(business));
            var faults = new CauseFaults(11, List.copyOf(relays));
            faults.cause(Duration.ofSeconds(SECONDS), Duration.ofMillis(2500));
            writing.join();
            awaitAll(EVENTS, ordered, unordered);

            assertInOrder(ordered);
            var repeated = repeated(ordered) + repeated(unordered);
            System.out.printf("%d kills and %d pauses: %d duplicates, beside %d + %d refusals%n", faults.kills,
                    faults.pauses, repeated, ordered.failures.get(), unordered.failures.get());
            assertThat(faults.count()).isGreaterThanOrEqualTo(SECONDS * 9 / 10);
            assertThat(repeated).isBetween(0L, 2L * faults.count() * REPEATED);
            assertThat(deployment.database.number("SELECT count(*) FROM onceward.parked WHERE state = 'dead'"))
                    .isZero();
        }
    }

    /// But for what the receiver asked for itself, by saying no to what it took.
    private static long repeated(CountingReceiver receiver) {
        return receiver.duplicates() - receiver.denied.get();
    }

    private static void write(EventWriters business) {
        try {
            business.append(EVENTS, 10, 50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
