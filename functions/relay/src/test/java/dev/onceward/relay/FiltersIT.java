package dev.onceward.relay;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import dev.onceward.embedded.StartFunction;
import dev.onceward.relay.testing.HttpReceiver;
import dev.onceward.testing.Eventually;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// A subscription gets what its filters name, and nothing else.
class FiltersIT {
    private static final String GOLD_OF_EU = "{\"x-region\": \"eu\", \"x-tier\": \"gold\"}";

    private final RelayFixture world = new RelayFixture();
    private final StartFunction relay = world.relay();
    private final Map<String, HttpReceiver> receivers = new TreeMap<>();

    @AfterEach
    void close() {
        receivers.values().forEach(HttpReceiver::close);
    }

    @Test
    void a_subscription_gets_the_events_whose_topic_type_and_headers_match_its_filters() {
        subscribe("one-type", Map.of("types", "order.paid"));
        subscribe("types-like", Map.of("types", "order.*,*.created"));
        subscribe("region", Map.of("match.X-Region", "eu"));
        subscribe("region-and-tier", Map.of("match.x-region", "eu", "match.x-tier", "gold"));
        subscribe("all-of-it", Map.of("topics", "ord*", "types", "*.paid", "match.x-region", "eu"));
        try (var _ = relay.start()) {
            append("plain", "orders", "order.paid", "{}");
            append("shipped", "orders", "order.shipped", "{\"x-region\": \"us\", \"x-tier\": \"gold\"}");
            append("lookalike", "orders", "orderXpaid", GOLD_OF_EU);
            append("loud", "orders", "order.paid", "{\"x-region\": \"EU\"}");
            append("user", "users", "user.created", "{\"x-region\": \"eu\"}");
            append("bill", "users", "user.paid", GOLD_OF_EU);
            append("untyped", "orders", null, GOLD_OF_EU);
            Eventually.holds(() -> many("one-type") == 2 && many("types-like") == 4 && many("region") == 4
                    && many("region-and-tier") == 3);
            // Which all get, and whatever they should not have got comes before it.
            append("last", "orders", "order.paid", GOLD_OF_EU);
            Eventually.holds(() -> receivers.keySet().stream().allMatch(name -> has(name, "last")));
        }
        got("one-type", "plain", "loud", "last");
        got("types-like", "plain", "shipped", "loud", "user", "last");
        got("region", "lookalike", "user", "bill", "untyped", "last");
        got("region-and-tier", "lookalike", "bill", "untyped", "last");
        got("all-of-it", "last");
    }

    private void subscribe(String name, Map<String, String> filters) {
        var receiver = HttpReceiver.answering(204);
        var _ = receivers.put(name, receiver);
        var key = "onceward.subscriptions." + name + ".";
        var _ = relay.with(key + "sink", receiver.url()).with(key + "allow-private", "true")
                .with(key + "start", "earliest");
        filters.forEach((filter, value) -> {
            var _ = relay.with(key + filter, value);
        });
    }

    private void append(String body, String topic, @Nullable String type, String headers) {
        world.sql.execute("""
                INSERT INTO onceward.event (shard, id, source, topic, type, headers, body)
                VALUES (5, gen_random_uuid(), 'shop', '%s', %s, '%s', convert_to('%s', 'UTF8'))
                """.formatted(topic, type == null ? "NULL" : "'" + type + "'", headers, body));
    }

    private void got(String subscription, String... bodies) {
        assertThat(receiver(subscription).got).as(subscription).extracting(got -> got.body().toString())
                .containsExactlyInAnyOrder(bodies);
    }

    private HttpReceiver receiver(String subscription) {
        return requireNonNull(receivers.get(subscription));
    }

    private int many(String subscription) {
        return receiver(subscription).got.size();
    }

    private boolean has(String subscription, String body) {
        return receiver(subscription).got.stream().anyMatch(got -> got.body().toString().equals(body));
    }
}
