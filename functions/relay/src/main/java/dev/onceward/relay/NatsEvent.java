package dev.onceward.relay;

import java.util.Locale;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;

import dev.onceward.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;

/// An event as a message with CloudEvents' attributes as headers, percent-encoded as in HTTP, since headers of NATS are
/// ASCII.
final class NatsEvent {
    private NatsEvent() {}

    /// @throws IllegalArgumentException if NATS cannot carry it
    static Message message(String subject, Event event) {
        var headers = new Headers().put(NatsJetStreamConstants.MSG_ID_HDR, event.id().toString());
        EventAttributes.of(event).forEach((name, value) -> headers.put("ce-" + name, encoded(value)));
        EventAttributes.trace(event).forEach(headers::put);
        EventAttributes.mediaType(event).ifPresent(type -> headers.put("ce-datacontenttype", encoded(type))
                .put("Content-Type", type));
        return NatsMessage.builder().subject(subject).headers(headers).data(event.body().getBytes()).build();
    }

    private static String encoded(String value) {
        var encoded = new StringBuilder(value.length());
        for (var each : value.getBytes(UTF_8)) {
            if (each > ' ' && each <= '~' && each != '"' && each != '%') {
                encoded.append((char) each);
            } else {
                encoded.append(String.format(Locale.ROOT, "%%%02X", each));
            }
        }
        return encoded.toString();
    }
}
