package dev.onceward.relay.http;

import java.time.Clock;

import dev.onceward.log.Event;
import dev.onceward.relay.subscription.Subscription.Target.Format;
import dev.onceward.relay.subscription.Subscription.Target.Format.Binary;
import dev.onceward.relay.subscription.Subscription.Target.Format.StandardWebhooks;
import dev.onceward.relay.subscription.Subscription.Target.Format.Structured;

/// How an event is written as a request.
sealed interface HttpFormat permits BinaryFormat, StructuredFormat, StandardWebhooksFormat {

    HttpMessage write(Event event);

    static HttpFormat of(Format format, Clock clock) {
        return switch (format) {
            case Binary() -> new BinaryFormat();
            case Structured() -> new StructuredFormat();
            case StandardWebhooks(var signer) -> new StandardWebhooksFormat(signer, clock);
        };
    }
}
