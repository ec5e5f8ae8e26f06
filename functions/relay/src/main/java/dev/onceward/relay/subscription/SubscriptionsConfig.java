package dev.onceward.relay.subscription;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/// Which events are delivered to which sink. Values are text here, so that error messages are ours; [ReadSubscription]
/// reports which values are allowed.
@ConfigMapping(prefix = "onceward.subscriptions")
public interface SubscriptionsConfig {

    @WithParentName
    Map<String, SubscriptionConfig> subscriptions();

    interface SubscriptionConfig {

        /// The topics whose events are delivered, with `*` for any characters: `orders,github.*`.
        @WithDefault("*")
        List<String> topics();

        /// The types of events that are delivered, with `*` as in topics. All by default, also events without a type.
        Optional<List<String>> types();

        /// A header that an event must have, with its exact value.
        Map<String, String> match();

        /// Required. Where the events go: `kafka:TOPIC`, `rabbitmq:EXCHANGE/KEY`, `nats:SUBJECT`, `https://…` or `http://…`.
        Optional<String> sink();

        /// `key` delivers the events of one ordering key one after the other; an event that fails delays its own key
        /// only. `none` delivers each event independently.
        @WithDefault("none")
        String ordering();

        /// Where a new subscription starts: `now`, or `earliest` with everything the log still holds.
        @WithDefault("now")
        String start();

        /// How many attempts are under way at a time: 256, or 16 for HTTP. Too many overload a slow receiver, too few
        /// leave it idle.
        Optional<String> concurrency();

        /// How long an attempt may take.
        @WithDefault("15s")
        String timeout();

        RetryConfig retry();

        /// What a receiver's 400, 401, 403, 404 and 422 mean: `dead` parks the event until an operator acts, `retry`
        /// tries again like after any other failure.
        @WithDefault("dead")
        String onRefused();

        /// Which attempts are recorded: `failures` or `all`. With `all` there is a row for every delivery.
        @WithDefault("failures")
        String attempts();

        /// How HTTP requests are written: `binary` or `structured` CloudEvents, or `standard-webhooks`.
        @WithDefault("binary")
        String format();

        /// The secrets that sign HTTP requests in the format `standard-webhooks`. Each of them signs, so that they
        /// can be rotated: `whsec_…` with `v1`, `whsk_…` with `v1a`.
        Optional<List<String>> secrets();

        /// A header that is added to HTTP requests, for instance with a token.
        Map<String, String> headers();

        /// Whether HTTP requests may go to loopback, private and link-local addresses. Then whoever may configure an
        /// address here reaches the internal network.
        @WithDefault("false")
        String allowPrivate();

        /// Whether JetStream gets the last sequence of the subject with each event, so that two writers cannot
        /// interleave.
        @WithDefault("false")
        String expectSequence();
    }

    interface RetryConfig {

        /// How many attempts an event gets before it is dead.
        @WithDefault("20")
        String attempts();

        /// The pause after the first failure. It doubles with each further failure. The actual pause is random, between
        /// zero and that.
        @WithDefault("500ms")
        String delay();

        /// The longest pause.
        @WithDefault("1h")
        String cap();
    }
}
