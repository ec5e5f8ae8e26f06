package dev.onceward.relay.nats;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;

import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.PercentEncoding;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.runtime.log.Event;

/// Writes an event as a message of NATS. The attributes of CloudEvents are headers, percent-encoded as in HTTP because
/// NATS headers are ASCII.
final class NatsEvent {
    private NatsEvent() {}

    /// @throws IllegalArgumentException if NATS cannot carry the event
    static Message message(String subject, Event event) {
        var headers = new Headers().put(NatsJetStreamConstants.MSG_ID_HDR, event.id().toString());
        CloudEventAttributes.of(event)
                .forEach((name, value) -> headers.put("ce-" + name, PercentEncoding.header(value)));
        TraceHeaders.context(event.trace()).forEach(headers::put);
        var type = ContentType.of(event);
        headers.put("ce-datacontenttype", PercentEncoding.header(type)).put("Content-Type", type);
        return NatsMessage.builder().subject(subject).headers(headers).data(event.body().getBytes()).build();
    }
}
