package dev.onceward.relay.http;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.HttpUrl;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.SignedWebhook;
import dev.onceward.relay.subscription.Subscription.SinkTarget.Http;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.signing.Signer;

/// Events to send, and sinks to send them to.
public final class HttpSinks {
    public static final Vertx VERTX = Vertx.vertx();
    public static final Instant NOW = Instant.parse("2026-11-18T12:00:00Z");
    public static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
    public static final Duration PATIENCE = Duration.ofSeconds(20);
    public static final UUID ID = UUID.fromString("019a9652-2400-7000-8000-0123456789ab");
    public static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    public static final EventTrace TRACE = new EventTrace(PARENT, "a=b c", "order 7", "msg-1");
    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    public static final EventFormat SIGNED = new SignedWebhook(Signer.of(List.of(SECRET)));

    private HttpSinks() {}

    public static Event event(String contentType, String body) {
        return event(contentType, Buffer.buffer(body));
    }

    public static Event event(String contentType, Buffer body) {
        return new Event(ID, NOW.minusMillis(1500), "shop", "orders", "order.paid", "customer 1",
                Map.of("content-type", contentType, "x-private", "1"), body, TRACE);
    }

    /// With nothing that can be left out.
    public static Event bare(Buffer body) {
        return new Event(ID, NOW, "shop", "orders", null, null, Map.of(), body, EventTrace.NONE);
    }

    public static Event some() {
        return event("application/json", "{\"a\": 1.00}");
    }

    public static Http target(String url, EventFormat format) {
        return new Http(HttpUrl.of(url), format, Map.of("x-token", "t"), true);
    }

    public static Subscription subscription(Http target, int concurrency, Duration timeout) {
        return new Subscription("s", new EventFilter(List.of("*"), List.of(), Map.of()), target, false, false,
                concurrency,
                timeout, new Retry(20, Duration.ofMillis(500), Duration.ofHours(1)), true, false);
    }

    public static HttpSink sink(Http target) {
        return new HttpSink(VERTX, subscription(target, 1, PATIENCE), target, CLOCK);
    }

    /// As the relay uses it, with so much time.
    public static Sink sink(Http target, Duration timeout) {
        return SampleDeliveries.attempting(subscription(target, 1, timeout), sink(target));
    }

    public static HttpSink sink(URI url) {
        return sink(target(url.toString(), new Binary()));
    }

    public static AttemptOutcome send(Sink sink, Event event) {
        return sink.send(event).await().atMost(PATIENCE);
    }
}
