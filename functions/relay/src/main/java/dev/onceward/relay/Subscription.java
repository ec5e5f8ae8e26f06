package dev.onceward.relay;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// Who gets which events where, as configured.
///
/// @param ordered whether events of one ordering key are delivered one after the other
/// @param fromEarliest whether a new one starts with everything the log still holds
/// @param concurrency how many events are under way at a time
/// @param timeout how long an attempt may take
/// @param deadWhenRefused whether what a receiver refuses is dead at once
/// @param everyAttempt whether attempts that succeeded are recorded as well
record Subscription(String name, Wanted wanted, Target target, boolean ordered, boolean fromEarliest, int concurrency,
        Duration timeout, Retry retry, boolean deadWhenRefused, boolean everyAttempt) {

    /// @param topics with `*` for any characters
    /// @param types the same; empty means all, also none
    /// @param headers names in lower case, each with its exact value
    record Wanted(List<String> topics, List<String> types, Map<String, String> headers) {}

    /// @param attempts how many an event gets before it is dead
    /// @param delay after the first failure, doubled with each further one
    /// @param cap the longest
    record Retry(int attempts, Duration delay, Duration cap) {}

    /// Where the events go.
    sealed interface Target {

        record Kafka(String topic) implements Target {}

        record RabbitMq(String exchange, String routingKey) implements Target {}

        record Nats(String subject, boolean expectSequence) implements Target {}

        /// @param secrets what requests are signed with, if the format is signed
        /// @param headers that are added
        record Http(URI url, Format format, List<String> secrets, Map<String, String> headers, boolean allowPrivate)
                implements
                    Target {}

        enum Format {
            BINARY, STRUCTURED, STANDARD_WEBHOOKS
        }
    }
}
