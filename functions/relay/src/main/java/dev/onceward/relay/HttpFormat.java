package dev.onceward.relay;

import java.time.Clock;

import dev.onceward.log.Event;
import dev.onceward.relay.Subscription.Target.Http;
import dev.onceward.signature.Signer;

/// How an event is written as a request.
sealed interface HttpFormat permits BinaryFormat, StructuredFormat, StandardWebhooksFormat {

    HttpMessage write(Event event);

    /// @throws IllegalArgumentException whose message ends the sentence "onceward.subscriptions.x.secrets …"
    static HttpFormat of(Http target, Clock clock) {
        return switch (target.format()) {
            case BINARY -> new BinaryFormat();
            case STRUCTURED -> new StructuredFormat();
            case STANDARD_WEBHOOKS -> new StandardWebhooksFormat(Signer.of(target.secrets()), clock);
        };
    }
}
