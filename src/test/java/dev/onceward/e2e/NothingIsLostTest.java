package dev.onceward.e2e;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import dev.onceward.testing.Eventually;

import static org.assertj.core.api.Assertions.assertThat;

/// Nothing is lost between log and sink: everything arrives at least once, with one id, and in the order of its key.
class NothingIsLostTest {

    @Test
    void without_faults_each_event_arrives_once_and_in_the_order_of_its_key() throws Exception {
        try (var deployment = new DeploymentFixture();
                var ordered = new CountingReceiver();
                var unordered = new CountingReceiver();
                var relay = deployment.relay(settings(ordered, unordered)).ready();
                var other = deployment.relay(settings(ordered, unordered)).ready()) {
            var _ = deployment.awaitCursors(2);
            new EventWriters(deployment.database, 4).append(8_000, 5, 20);

            awaitAll(8_000, ordered, unordered);
            assertThat(ordered.duplicates() + unordered.duplicates()).isZero();
            assertInOrder(ordered);
            assertThat(relay.output() + other.output()).doesNotContain("WARN", "ERROR");
        }
    }

    static Map<String, String> settings(CountingReceiver ordered, CountingReceiver unordered) {
        var settings = new HashMap<>(DeploymentFixture.RELAY);
        subscription(settings, "ORDERED", ordered, "key");
        subscription(settings, "UNORDERED", unordered, "none");
        return settings;
    }

    static void subscription(Map<String, String> settings, String name, CountingReceiver receiver,
            String ordering) {
        var prefix = "ONCEWARD_SUBSCRIPTIONS_" + name + "_";
        settings.put(prefix + "SINK", receiver.url());
        settings.put(prefix + "ALLOW_PRIVATE", "true");
        settings.put(prefix + "ORDERING", ordering);
        settings.put(prefix + "RETRY_DELAY", "20ms");
        settings.put(prefix + "RETRY_CAP", "500ms");
        settings.put(prefix + "TIMEOUT", "2s");
    }

    static void awaitAll(int events, CountingReceiver... receivers) {
        for (var receiver : List.of(receivers)) {
            var _ = Eventually.holds(events + " events arrived", Duration.ofMinutes(2),
                    () -> receiver.times.size() >= events);
            assertThat(receiver.times).hasSize(events);
        }
    }

    static void assertInOrder(CountingReceiver receiver) {
        assertThat(receiver.byKey.values()).allSatisfy(events -> assertThat(List.copyOf(events)).isSorted());
    }
}
