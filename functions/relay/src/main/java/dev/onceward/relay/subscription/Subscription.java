package dev.onceward.relay.subscription;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import dev.onceward.relay.window.EventFilter;
import dev.onceward.runtime.signing.Signer;

/// Who gets which events where, as configured.
///
/// @param ordered whether events of one ordering key are delivered one after the other
/// @param fromEarliest whether a new one starts with everything the log still holds
/// @param concurrency how many events are under way at a time
/// @param timeout how long an attempt may take
/// @param deadWhenRefused whether what a receiver refuses is dead at once
/// @param everyAttempt whether attempts that succeeded are recorded as well
public record Subscription(String name, EventFilter wanted, SinkTarget target, boolean ordered, boolean fromEarliest,
        int concurrency,
        Duration timeout, Retry retry, boolean deadWhenRefused, boolean everyAttempt) {

    /// @param attempts how many an event gets before it is dead
    /// @param delay after the first failure, doubled with each further one
    /// @param cap the longest
    public record Retry(int attempts, Duration delay, Duration cap) {}

    /// Where the events go.
    public sealed interface SinkTarget {

        /// How many are under way at a time if the configuration does not say. Brokers take them in batches.
        default int usualConcurrency() {
            return 256;
        }

        record Kafka(String topic) implements SinkTarget {}

        record RabbitMq(String exchange, String routingKey) implements SinkTarget {}

        record Nats(String subject, boolean expectSequence) implements SinkTarget {}

        /// @param headers that are added
        record Http(URI url, EventFormat format, Map<String, String> headers,
                boolean allowPrivate) implements SinkTarget {

            @Override
            public int usualConcurrency() {
                return 16;
            }
        }

        /// Takes everything and keeps nothing: to measure the rest.
        record Discard() implements SinkTarget {}

        /// How an event is written as a request.
        sealed interface EventFormat {
            record Binary() implements EventFormat {}

            record Structured() implements EventFormat {}

            record SignedWebhook(Signer signer) implements EventFormat {}
        }
    }
}
