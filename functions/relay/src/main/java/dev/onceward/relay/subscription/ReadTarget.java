package dev.onceward.relay.subscription;

import java.net.URI;
import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Discard;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.SignedWebhook;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Structured;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Kafka;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Nats;
import dev.onceward.relay.subscription.Subscription.SinkTarget.RabbitMq;
import dev.onceward.relay.subscription.SubscriptionsConfig.SubscriptionConfig;
import dev.onceward.runtime.signing.Signer;

/// Reads the sink of a subscription, with the keys that only some sinks have.
final class ReadTarget {
    private static final String ALLOWED = "use kafka:TOPIC, rabbitmq:EXCHANGE/KEY, nats:SUBJECT, https://… or http://…";
    private static final String BINARY = "binary";
    private static final String SIGNED = "standard-webhooks";

    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");
    private static final Pattern ROUTE = Pattern.compile("(?<exchange>[^/]{0,255})/(?<key>.{0,255})");
    private static final Pattern SUBJECT = Pattern.compile("[!-~&&[^.*>]]+(?:\\.[!-~&&[^.*>]]+)*");

    private final ConfigKeys configKeys;
    private final SubscriptionConfig config;

    ReadTarget(ConfigKeys configKeys, SubscriptionConfig config) {
        this.configKeys = configKeys;
        this.config = config;
    }

    SinkTarget read() {
        var target = configKeys.at("sink",
                config.sink().orElseThrow(() -> configKeys.wrong("sink", "is missing: " + ALLOWED)),
                this::address);
        checkHttpKey("format", target, config.format().equals(BINARY));
        checkHttpKey("secrets", target, config.secrets().isEmpty());
        checkHttpKey("headers", target, config.headers().isEmpty());
        checkHttpKey("allow-private", target, config.allowPrivate().equals("false"));
        configKeys.check("expect-sequence", target instanceof Nats || config.expectSequence().equals("false"),
                "is allowed only for a sink at nats:");
        return target;
    }

    /// @param isDefault whether nobody set the key
    private void checkHttpKey(String key, SinkTarget target, boolean isDefault) {
        configKeys.check(key, target instanceof Http || isDefault, "is allowed only for a sink at http:// or https://");
    }

    private SinkTarget address(String text) {
        var colon = text.indexOf(':');
        var rest = text.substring(colon + 1);
        return switch (text.substring(0, Math.max(0, colon))) {
            case "kafka" -> kafka(rest);
            case "rabbitmq" -> rabbitMq(rest);
            case "nats" -> nats(rest);
            case "http", "https" -> http(HttpUrl.of(text));
            case "none" -> new Discard();
            default -> throw new IllegalArgumentException("is no address of a sink: " + ALLOWED);
        };
    }

    private static SinkTarget kafka(String topic) {
        if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
            throw new IllegalArgumentException(
                    "must name a topic of Kafka after kafka:, 1 to 249 letters, digits, '.', "
                            + "'_' and '-'");
        }
        return new Kafka(topic);
    }

    private static SinkTarget rabbitMq(String route) {
        var parts = ROUTE.matcher(route);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be rabbitmq:EXCHANGE/KEY, or rabbitmq:/QUEUE for the default "
                    + "exchange");
        }
        return new RabbitMq(parts.group("exchange"), parts.group("key"));
    }

    private SinkTarget nats(String subject) {
        if (!SUBJECT.matcher(subject).matches()) {
            throw new IllegalArgumentException("must name a subject of NATS after nats:, words with dots between them "
                    + "and without wildcards");
        }
        return new Nats(subject, configKeys.choice("expect-sequence", config.expectSequence(), "true", "false"));
    }

    private SinkTarget http(URI url) {
        return new Http(url, format(), configKeys.at("headers", config.headers(), AddedHeaders::of),
                configKeys.choice("allow-private", config.allowPrivate(), "true", "false"));
    }

    private EventFormat format() {
        var secrets = config.secrets();
        configKeys.check("secrets", secrets.isEmpty() || config.format().equals(SIGNED),
                "is allowed only with format=" + SIGNED);
        return switch (config.format()) {
            case BINARY -> new Binary();
            case "structured" -> new Structured();
            case SIGNED -> new SignedWebhook(configKeys.at("secrets", secrets.orElse(List.of()), Signer::of));
            default -> throw configKeys.wrong("format", "must be binary, structured or standard-webhooks");
        };
    }
}
