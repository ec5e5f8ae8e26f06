package dev.onceward.relay.format;

import java.time.Clock;

import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Binary;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.SignedWebhook;
import dev.onceward.relay.subscription.Subscription.SinkTarget.EventFormat.Structured;
import dev.onceward.runtime.log.Event;

/// Writes an event as an HTTP request.
public sealed interface HttpFormat permits BinaryFormat, StructuredFormat, StandardWebhooksFormat {

    HttpMessage write(Event event);

    static HttpFormat of(EventFormat format, Clock clock) {
        return switch (format) {
            case Binary() -> new BinaryFormat();
            case Structured() -> new StructuredFormat();
            case SignedWebhook(var signer) -> new StandardWebhooksFormat(signer, clock);
        };
    }
}
