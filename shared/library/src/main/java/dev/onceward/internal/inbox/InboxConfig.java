package dev.onceward.internal.inbox;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithConverter;
import io.smallrye.config.WithDefault;

import dev.onceward.internal.settings.AttemptsSetting;
import dev.onceward.internal.settings.DurationSetting;

/// How long an inbox remembers messages, how long one may take, and what becomes of one that fails.
@ConfigMapping(prefix = "onceward.inbox")
public interface InboxConfig {

    /// How long the mark of a message is kept, from 1m to 3650d, or `forever`. If that is shorter than a broker may take to
    /// deliver a message again, the message is processed twice.
    @WithConverter(InboxRetention.FromText.class)
    @WithDefault("30d")
    InboxRetention retention();

    /// How long a message or a batch may take, at least 1ms, with the wait for a connection and for another delivery of the same
    /// message. Too short, and what takes longer is rolled back each time. Too long, and a connection that the network lost stops
    /// its consumer for that time.
    @WithConverter(DurationSetting.Positive.class)
    @WithDefault("1m")
    Duration timeout();

    AttemptsConfig retry();

    /// Settings of single consumers.
    Map<String, ConsumerConfig> consumers();

    /// How the adapters for brokers repeat a message that fails.
    interface AttemptsConfig {

        /// How many attempts a message gets before it goes to the dead letters, from 1 to 1000. Attempts that fail because
        /// PostgreSQL is unreachable do not count. Too many, and a message that always fails delays those behind it.
        @WithConverter(AttemptsSetting.class)
        @WithDefault("5")
        int attempts();

        /// The pause after the first failure, at least 1ms. It doubles with each further failure.
        @WithConverter(DurationSetting.Positive.class)
        @WithDefault("500ms")
        Duration delay();

        /// The longest pause, at least 1ms. Too long, and messages wait although PostgreSQL is reachable again.
        @WithConverter(DurationSetting.Positive.class)
        @WithDefault("10s")
        Duration cap();
    }

    /// Settings of one consumer.
    interface ConsumerConfig {

        /// How long the marks of this consumer are kept. The default is `onceward.inbox.retention`.
        @WithConverter(InboxRetention.FromText.class)
        Optional<InboxRetention> retention();

        /// How many attempts a message of this consumer gets. The default is `onceward.inbox.retry.attempts`.
        @WithConverter(AttemptsSetting.class)
        Optional<Integer> attempts();

        /// The header that holds the id of a message, instead of the attributes of CloudEvents and `message-id`. A message
        /// without this header goes to the dead letters.
        Optional<String> idHeader();

        /// Required with JetStream. The subject to which a message goes that has failed too often. A stream must take it.
        Optional<String> deadLetterSubject();
    }
}
