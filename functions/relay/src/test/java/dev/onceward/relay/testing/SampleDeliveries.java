package dev.onceward.relay.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiFunction;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.delivery.AttemptDelivery;
import dev.onceward.relay.delivery.CircuitBreaker.Limits;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.Event;

/// Events and subscriptions of which a test says what matters to it.
public final class SampleDeliveries {
    public static final Duration TIMEOUT = Duration.ofSeconds(6);
    public static final Instant STORED = Instant.parse("2026-11-18T09:30:00.123456Z");
    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    public static final EventTrace TRACE = new EventTrace(PARENT, "vendor=1",
            "order-7", "cart-3");

    private static final Limits NEVER_OPEN = new Limits(1_000_000, Duration.ofMillis(1), Duration.ofMillis(1));

    private SampleDeliveries() {}

    public static Event event(@Nullable String ordering, byte[] body) {
        return event("order.paid", ordering, Map.of("content-type", "application/json", "x-other", "stays"), body);
    }

    public static Event event(String type, @Nullable String ordering, Map<String, String> headers, byte[] body) {
        return new Event(EventId.next(Clock.systemUTC()), STORED, "shop", "orders", type, ordering, headers,
                Buffer.buffer(body), TRACE);
    }

    /// What a broker has of [#event(String, byte[])] under the key `customer-1`, each attribute behind a prefix.
    public static Map<String, String> attributes(Event event, String prefix) {
        var attributes = new HashMap<>(Map.of("traceparent", PARENT, "tracestate", "vendor=1"));
        Map.of("specversion", "1.0", "id", event.id().toString(), "source", "/onceward/shop", "type", "order.paid",
                "time", "2026-11-18T09:30:00.123456Z", "partitionkey", "customer-1", "traceparent", PARENT,
                "tracestate", "vendor=1", "correlationid", "order-7", "causationid", "cart-3")
                .forEach((name, value) -> attributes.put(prefix + name, value));
        return attributes;
    }

    /// Fresh from the log.
    public static EventToDeliver item(@Nullable String ordering) {
        return EventToDeliver.ofLog((short) 5, event(ordering, new byte[0]));
    }

    public static EventToDeliver parked(@Nullable String ordering, int attempts) {
        return EventToDeliver.ofParked((short) 5, event(ordering, new byte[0]), attempts);
    }

    public static <T extends SinkTarget> Sink sink(T target, BiFunction<Subscription, T, Sink> sinks) {
        var subscription = subscription(target);
        return attempting(subscription, sinks.apply(subscription, target));
    }

    /// The sink as the relay uses it: with an outcome in time, whatever happens.
    public static Sink attempting(Subscription subscription, Sink sink) {
        return new Attempted(new AttemptDelivery(subscription, sink, NEVER_OPEN, _ -> {}), sink);
    }

    private record Attempted(AttemptDelivery attempts, Sink sink) implements Sink {

        @Override
        public Uni<AttemptOutcome> send(Event event) {
            return Uni.createFrom().completionStage(() -> attempts.send(EventToDeliver.ofLog((short) 5, event)))
                    .map(Tried::outcome);
        }

        @Override
        public Uni<Void> close() {
            return sink.close();
        }
    }

    public static Subscription subscription(SinkTarget target) {
        return new Subscription("s-" + UUID.randomUUID(), new EventFilter(List.of("*"), List.of(), Map.of()), target,
                true,
                false, 16, TIMEOUT, new Retry(20, Duration.ofMillis(500), Duration.ofHours(1)), true, false);
    }
}
