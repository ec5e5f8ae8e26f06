package dev.onceward.inbox;

import java.time.Duration;
import java.util.Map;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

/// How long an inbox remembers messages, and how long one may take.
@ConfigMapping(prefix = "onceward.inbox")
interface InboxConfig {

    /// How long the mark of a message is kept, from 1m to 3650d, or `forever`. If that is shorter than a broker may take to
    /// deliver a message again, the message is processed twice.
    @WithConverter(InboxRetention.FromText.class)
    @WithDefault("30d")
    InboxRetention retention();

    /// How long a message or a batch may take, with the wait for a connection and for another delivery of the same message.
    /// Too short, and what takes longer is rolled back each time. Too long, and a connection that the network lost stops its
    /// consumer for that time.
    @WithDefault("1m")
    Duration timeout();

    /// Settings of single consumers.
    Map<String, ConsumerConfig> consumers();

    /// Settings of one consumer.
    interface ConsumerConfig {

        /// How long the marks of this consumer are kept. The default is `onceward.inbox.retention`.
        @WithConverter(InboxRetention.FromText.class)
        InboxRetention retention();
    }
}
