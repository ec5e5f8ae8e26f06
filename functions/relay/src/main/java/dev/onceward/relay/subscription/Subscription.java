package dev.onceward.relay.subscription;

import java.net.URI;
import java.time.Duration;
import java.util.Map;

import dev.onceward.relay.window.EventFilter;
import dev.onceward.runtime.signing.Signer;

/// Which events are delivered to which sink, as configured.
///
/// @param ordered whether events of one ordering key are delivered one after the other
/// @param fromEarliest whether a new subscription starts with the oldest event in the log
/// @param concurrency how many attempts are under way at a time
/// @param timeout how long an attempt may take
/// @param deadWhenRefused whether an event that the receiver refuses is dead at once
/// @param everyAttempt whether successful attempts are recorded as well
public record Subscription(String name, EventFilter wanted, SinkTarget target, boolean ordered, boolean fromEarliest,
        int concurrency,
        Duration timeout, Retry retry, boolean deadWhenRefused, boolean everyAttempt) {

    /// @param attempts how many attempts an event gets before it is dead
    /// @param delay the pause after the first failure, doubled with each further one
    /// @param cap the longest pause
    public record Retry(int attempts, Duration delay, Duration cap) {}

    /// Where the events go.
    public sealed interface SinkTarget {

        /// The default of the setting `concurrency`. It is large because brokers accept messages in batches.
        default int usualConcurrency() {
            return 256;
        }

        record Kafka(String topic) implements SinkTarget {}

        record RabbitMq(String exchange, String routingKey) implements SinkTarget {}

        record Nats(String subject, boolean expectSequence) implements SinkTarget {}

        /// @param headers that the user added
        record Http(URI url, EventFormat format, Map<String, String> headers,
                boolean allowPrivate) implements SinkTarget {

            @Override
            public int usualConcurrency() {
                return 16;
            }
        }

        /// Discards every event, for measurements.
        record Discard() implements SinkTarget {}

        /// How an event is written as an HTTP request.
        sealed interface EventFormat {
            record Binary() implements EventFormat {}

            record Structured() implements EventFormat {}

            record SignedWebhook(Signer signer) implements EventFormat {}
        }
    }
}
