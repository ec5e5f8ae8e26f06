package dev.onceward.inbox.jetstream;

import java.io.IOException;
import java.time.Duration;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.pace.AtMostEvery;

/// Asks the server once what a consumer is configured for. A client that may not ask, or gets no answer, assumes what
/// consumers usually have, and asks again a minute later.
final class LookUpLimits {
    private final AtMostEvery atMostEvery = new AtMostEvery(Duration.ofMinutes(1));
    private volatile @Nullable ConsumerLimits known;

    ConsumerLimits of(Message message) {
        if (known == null && atMostEvery.tryNow()) {
            known = ask(message);
        }
        var limits = known;
        return limits == null ? ConsumerLimits.USUAL : limits;
    }

    private static @Nullable ConsumerLimits ask(Message message) {
        var metadata = message.metaData();
        try {
            return ConsumerLimits.of(message.getConnection().jetStreamManagement()
                    .getConsumerInfo(metadata.getStream(), metadata.getConsumer()).getConsumerConfiguration());
        } catch (IOException | JetStreamApiException | IllegalStateException unknown) {
            return null;
        }
    }
}
