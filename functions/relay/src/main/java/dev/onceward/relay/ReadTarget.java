package dev.onceward.relay;

import java.util.List;
import java.util.regex.Pattern;

import dev.onceward.relay.Subscription.Target;
import dev.onceward.relay.Subscription.Target.Format;
import dev.onceward.relay.Subscription.Target.Http;
import dev.onceward.relay.Subscription.Target.Kafka;
import dev.onceward.relay.Subscription.Target.Nats;
import dev.onceward.relay.Subscription.Target.Nowhere;
import dev.onceward.relay.Subscription.Target.RabbitMq;
import dev.onceward.relay.SubscriptionsConfig.SubscriptionConfig;

/// The address of a sink as a user writes it. What is wrong ends a sentence that starts with the name of its key.
final class ReadTarget {
    static final String ALLOWED = "say kafka:TOPIC, rabbitmq:EXCHANGE/KEY, nats:SUBJECT, https://… or http://…";

    private static final Pattern TOPIC = Pattern.compile("[A-Za-z0-9._-]{1,249}");
    private static final Pattern ROUTE = Pattern.compile("(?<exchange>[^/]{0,255})/(?<key>.{0,255})");
    private static final Pattern SUBJECT = Pattern.compile("[!-~&&[^.*>]]+(?:\\.[!-~&&[^.*>]]+)*");

    private ReadTarget() {}

    static Target of(String text, SubscriptionConfig config) {
        var colon = text.indexOf(':');
        var rest = text.substring(colon + 1);
        return switch (text.substring(0, Math.max(0, colon))) {
            case "kafka" -> kafka(rest);
            case "rabbitmq" -> rabbitMq(rest);
            case "nats" -> nats(rest, config);
            case "http", "https" -> http(text, config);
            case "none" -> new Nowhere();
            default -> throw new IllegalArgumentException("is no address of a sink: " + ALLOWED);
        };
    }

    private static Target kafka(String topic) {
        if (!TOPIC.matcher(topic).matches() || topic.equals(".") || topic.equals("..")) {
            throw new IllegalArgumentException(
                    "must name a topic of Kafka after kafka:, 1 to 249 letters, digits, '.', "
                            + "'_' and '-'");
        }
        return new Kafka(topic);
    }

    private static Target rabbitMq(String route) {
        var parts = ROUTE.matcher(route);
        if (!parts.matches()) {
            throw new IllegalArgumentException("must be rabbitmq:EXCHANGE/KEY, or rabbitmq:/QUEUE for the default "
                    + "exchange");
        }
        return new RabbitMq(parts.group("exchange"), parts.group("key"));
    }

    private static Target nats(String subject, SubscriptionConfig config) {
        if (!SUBJECT.matcher(subject).matches()) {
            throw new IllegalArgumentException("must name a subject of NATS after nats:, words with dots between them "
                    + "and without wildcards");
        }
        return new Nats(subject, flag("expect-sequence", config.expectSequence()));
    }

    private static Target http(String url, SubscriptionConfig config) {
        var format = switch (config.format()) {
            case "binary" -> Format.BINARY;
            case "structured" -> Format.STRUCTURED;
            case "standard-webhooks" -> Format.STANDARD_WEBHOOKS;
            default -> throw new IllegalArgumentException("goes with the format binary, structured or "
                    + "standard-webhooks, not with " + config.format());
        };
        return new Http(HttpUrl.of(url), format, config.secrets().orElse(List.of()), config.headers(),
                flag("allow-private", config.allowPrivate()));
    }

    private static boolean flag(String property, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("goes with " + property + " true or false, not with " + text);
        };
    }
}
