package dev.onceward.relay.subscription;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Structured;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Kafka;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Nats;
import dev.onceward.relay.subscription.Subscription.SinkTarget.RabbitMq;
import dev.onceward.relay.window.EventFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReadSubscriptionTest {

    @Test
    void a_subscription_with_only_a_sink_has_defaults_for_all_other_settings() {
        assertThat(read(Map.of("sink", "kafka:books"))).isEqualTo(new Subscription("books", EventFilter.ALL,
                new Kafka("books"), false, false, 256, Duration.ofSeconds(15),
                new Retry(20, Duration.ofMillis(500), Duration.ofHours(1)), true, false));
    }

    @Test
    void every_setting_of_a_subscription_is_read() {
        var read = read(Map.ofEntries(Map.entry("sink", "https://example.com/hook"), Map.entry("topics", "orders,a.*"),
                Map.entry("types", "paid"), Map.entry("match.X-Shop", "7"), Map.entry("ordering", "key"),
                Map.entry("start", "earliest"), Map.entry("concurrency", "3"), Map.entry("timeout", "2s"),
                Map.entry("retry.attempts", "5"), Map.entry("retry.delay", "1s"), Map.entry("retry.cap", "1m"),
                Map.entry("on-refused", "retry"), Map.entry("attempts", "all"), Map.entry("format", "structured"),
                Map.entry("headers.x-token", "secret"), Map.entry("allow-private", "true")));
        assertThat(read).isEqualTo(new Subscription("books", new EventFilter(List.of("orders", "a.*"), List.of("paid"),
                Map.of("x-shop", "7")),
                new Http(URI.create("https://example.com/hook"), new Structured(), Map.of("x-token", "secret"),
                        true),
                true, true, 3, Duration.ofSeconds(2), new Retry(5, Duration.ofSeconds(1), Duration.ofMinutes(1)), false,
                true));
    }

    @Test
    void each_kind_of_sink_is_read_from_its_address() {
        assertThat(target("rabbitmq:shop/orders.paid")).isEqualTo(new RabbitMq("shop", "orders.paid"));
        assertThat(target("rabbitmq:/queue")).isEqualTo(new RabbitMq("", "queue"));
        assertThat(target("rabbitmq:shop/")).isEqualTo(new RabbitMq("shop", ""));
        assertThat(target("rabbitmq:shop/a/b")).isEqualTo(new RabbitMq("shop", "a/b"));
        assertThat(target("nats:orders.paid")).isEqualTo(new Nats("orders.paid", false));
        assertThat(target("kafka:orders_1.x-Y")).isEqualTo(new Kafka("orders_1.x-Y"));
        assertThat(target("http://example.com/a?b=c")).isInstanceOf(Http.class);
        assertThat(target("http://example.com").usualConcurrency()).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "kafka:", "kafka:.", "kafka:..", "kafka:a b", "kafka:a/b", "rabbitmq:shop",
            "rabbitmq:", "nats:", "nats:a..b", "nats:a.*", "nats:a.>", "nats:a b", "nats:.a", "ftp://example.com",
            "books", ":", "", "KAFKA:a", "http:", "http://", "https://user@example.com/", "//example.com"})
    void an_invalid_sink_is_refused_naming_the_setting(String sink) {
        assertThatThrownBy(() -> read(Map.of("sink", sink)))
                .hasMessageStartingWith("onceward.subscriptions.books.sink ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "ordering     | keys      | must be key or none",
            "ordering     | KEY       | must be key or none",
            "start        | yesterday | must be earliest or now",
            "concurrency  | 0         | must be a number between 1 and 10000",
            "concurrency  | 10001     | must be a number between 1 and 10000",
            "concurrency  | many      | must be a number between 1 and 10000",
            "concurrency  | 1e3       | must be a number between 1 and 10000",
            "timeout      | soon      | must be a duration between 1ms and 600s, such as 500ms, 15s or 2m",
            "timeout      | 0s        | must be a duration between 1ms and 600s, such as 500ms, 15s or 2m",
            "timeout      | 11m       | must be a duration between 1ms and 600s, such as 500ms, 15s or 2m",
            "timeout      | -1s       | must be a duration between 1ms and 600s, such as 500ms, 15s or 2m",
            "retry.attempts | 0       | must be a number between 1 and 1000",
            "retry.attempts | 1001    | must be a number between 1 and 1000",
            "retry.delay  | 25h       | must be a duration between 1ms and 86400s, such as 500ms, 15s or 2m",
            "retry.cap    | 8d        | must be a duration between 1ms and 604800s, such as 500ms, 15s or 2m",
            "retry.cap    | 1ms       | must not be less than onceward.subscriptions.books.retry.delay",
            "on-refused   | drop      | must be dead or retry",
            "attempts     | none      | must be all or failures",
            "topics       | a b       | must be letters, digits, '.', '_', '/', '-' and '*' for any characters, several with a comma between them",
            "types        | (paid)    | must be letters, digits, '.', '_', '/', '-' and '*' for any characters, several with a comma between them",
            "format       | xml       | must be binary, structured or standard-webhooks",
            "format       | Binary    | must be binary, structured or standard-webhooks",
            "allow-private | yes      | must be true or false",
            "expect-sequence | true   | is allowed only for a sink at nats:",
            "secrets      | whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | is allowed only with format=standard-webhooks",
            "headers.host | a         | must not have host: it is set by the relay",
            "headers.a:b  | a         | must be named with letters, digits and '-', 100 at most"})
    void an_invalid_setting_is_refused_naming_it_and_the_allowed_values(String key, String value, String what) {
        assertThatThrownBy(() -> read(Map.of("sink", "http://example.com", key, value)))
                .hasMessageStartingWith(
                        "onceward.subscriptions.books." + key.replaceFirst("^headers.*", "headers") + " ")
                .hasMessageEndingWith(what);
    }

    @Test
    void a_missing_sink_is_refused_naming_the_allowed_values() {
        assertThatThrownBy(() -> read(Map.of("topics", "orders")))
                .hasMessageStartingWith("onceward.subscriptions.books.sink is missing: use kafka:TOPIC");
    }

    @Test
    void expect_sequence_of_a_nats_sink_is_true_or_false() {
        assertThat(target("nats:a", "expect-sequence", "true")).isEqualTo(new Nats("a", true));
        assertThatThrownBy(() -> target("nats:a", "expect-sequence", "maybe"))
                .hasMessage("onceward.subscriptions.books.expect-sequence must be true or false");
    }

    @ParameterizedTest
    @CsvSource({"format, structured", "secrets, whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "headers.x-token, secret",
            "allow-private, true"})
    void settings_of_http_sinks_are_refused_for_other_sinks(String key, String value) {
        assertThatThrownBy(() -> target("kafka:books", key, value)).hasMessage("onceward.subscriptions.books."
                + key.replace(".x-token", "") + " is allowed only for a sink at http:// or https://");
    }

    @Test
    void of_several_keys_that_are_wrong_it_is_always_the_same_one_that_is_told() {
        assertThatThrownBy(() -> read(Map.of("sink", "kafka:books", "format", "structured", "allow-private", "true",
                "headers.x-token", "secret"))).hasMessageStartingWith("onceward.subscriptions.books.format is allowed");
        assertThatThrownBy(() -> read(Map.of("sink", "kafka:books", "allow-private", "true",
                "headers.x-token", "secret")))
                .hasMessageStartingWith("onceward.subscriptions.books.headers is allowed");
    }

    @Test
    void the_format_standard_webhooks_needs_secrets_and_shows_none() {
        assertThatThrownBy(() -> target("http://example.com", "format", "standard-webhooks"))
                .hasMessageStartingWith("onceward.subscriptions.books.secrets is missing");
        assertThatThrownBy(() -> read(Map.of("sink", "http://example.com", "format", "standard-webhooks", "secrets",
                "whsec_!hidden!"))).hasMessageStartingWith("onceward.subscriptions.books.secrets must be base64")
                .hasMessageNotContaining("hidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "books", "books-2.x_y", "0"})
    void a_lower_case_subscription_name_is_accepted(String name) {
        assertThat(read(name, Map.of("sink", "kafka:a")).name()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Books", "-books", "books.", "b\u00fccher", "a b",
            "a234567890123456789012345678901234567890123456789012345678901234"})
    void an_invalid_subscription_name_is_refused(String name) {
        assertThatThrownBy(() -> read(name, Map.of("sink", "kafka:a")))
                .hasMessageStartingWith("onceward.subscriptions." + name + " is no name for a subscription: it must");
    }

    private static SinkTarget target(String sink, String... more) {
        return read(more.length == 0 ? Map.of("sink", sink) : Map.of("sink", sink, more[0], more[1])).target();
    }

    private static Subscription read(Map<String, String> properties) {
        return read("books", properties);
    }

    private static Subscription read(String name, Map<String, String> properties) {
        var quoted = new java.util.HashMap<String, String>();
        properties.forEach((key, value) -> quoted.put("onceward.subscriptions.\"" + name + "\"." + key, value));
        var config = new SmallRyeConfigBuilder()
                .withMapping(SubscriptionsConfig.class)
                .withSources(new PropertiesConfigSource(quoted, "test", 100))
                .build()
                .getConfigMapping(SubscriptionsConfig.class);
        return new ReadSubscription(name, config.subscriptions().getOrDefault(name,
                config.subscriptions().values().iterator().next())).read();
    }
}
