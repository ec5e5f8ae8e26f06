package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.testing.SampleDeliveries;

import static org.assertj.core.api.Assertions.assertThat;

class RelayMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @ParameterizedTest
    @MethodSource("outcomes")
    void attempts_are_counted_by_their_outcome(AttemptOutcome outcome, String label) {
        new RelayMetrics(registry).tried("books",
                new Tried(SampleDeliveries.item(null), outcome, Duration.ofMillis(7)));
        assertThat(registry.get("onceward.relay.attempt").tags("subscription", "books", "outcome", label).timer()
                .count()).isEqualTo(1);
    }

    static Stream<Arguments> outcomes() {
        return Stream.of(Arguments.of(new Delivered(false), "delivered"),
                Arguments.of(new Delivered(true), "duplicate"),
                Arguments.of(new Failed("no", null, null), "failed"), Arguments.of(new Refused("no", null), "refused"),
                Arguments.of(new Gone("no", null), "gone"));
    }
}
