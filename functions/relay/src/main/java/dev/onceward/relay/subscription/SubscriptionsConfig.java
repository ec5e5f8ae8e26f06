package dev.onceward.relay.subscription;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/// Who gets what. Values are text here, so that what is wrong is told in our words; [ReadSubscription] says what is
/// allowed.
@ConfigMapping(prefix = "onceward.subscriptions")
public interface SubscriptionsConfig {

    @WithParentName
    Map<String, SubscriptionConfig> subscriptions();

    interface SubscriptionConfig {

        /// The topics it gets, with `*` for any characters: `orders,github.*`. All by default.
        @WithDefault("*")
        List<String> topics();

        /// The types of events it gets, with `*` as in topics. All by default, also those without a type.
        Optional<List<String>> types();

        /// The headers an event must have, each with its exact value.
        Map<String, String> match();

        /// Where the events go: `kafka:TOPIC`, `rabbitmq:EXCHANGE/KEY`, `nats:SUBJECT`, `https://…` or `http://…`.
        Optional<String> sink();

        /// `key`: events of one ordering key are delivered one after the other, and one that fails holds up those of
        /// its key. `none`: each for itself.
        @WithDefault("none")
        String ordering();

        /// Where a new subscription starts: `now`, or `earliest` with everything the log still holds.
        @WithDefault("now")
        String start();

        /// How many events are under way at a time. Too many, and a slow receiver is run over; too few, and it waits.
        Optional<String> concurrency();

        /// How long an attempt may take.
        @WithDefault("15s")
        String timeout();

        RetryConfig retry();

        /// What a receiver's 400, 401, 403, 404 and 422 mean: `dead` parks the event until a person acts, `retry`
        /// tries again like any other failure.
        @WithDefault("dead")
        String onRefused();

        /// Which attempts are recorded: `failures` or `all`. All of them are as many rows as there are deliveries.
        @WithDefault("failures")
        String attempts();

        /// How HTTP requests are written: `binary` or `structured` CloudEvents, or `standard-webhooks`.
        @WithDefault("binary")
        String format();

        /// The secrets HTTP requests are signed with in the format `standard-webhooks`, each of them, so that they can
        /// be rotated: `whsec_…` signs with `v1`, `whsk_…` with `v1a`.
        Optional<List<String>> secrets();

        /// Headers that are added to HTTP requests, as for a token.
        Map<String, String> headers();

        /// Whether HTTP requests may go to loopback, private and link-local addresses. Then whoever may set an address
        /// here reaches the inside of the network.
        @WithDefault("false")
        String allowPrivate();

        /// Whether JetStream is told the last sequence of the subject, so that two writers cannot interleave.
        @WithDefault("false")
        String expectSequence();
    }

    interface RetryConfig {

        /// How many attempts an event gets before it is dead.
        @WithDefault("20")
        String attempts();

        /// The pause after the first failure. It doubles with each further one; the actual pause is by chance between
        /// nothing and that.
        @WithDefault("500ms")
        String delay();

        /// The longest pause.
        @WithDefault("1h")
        String cap();
    }
}
