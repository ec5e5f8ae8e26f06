package dev.onceward.relay.format;

import java.time.Clock;
import java.util.LinkedHashMap;

import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.signing.Signer;

/// Writes an event as a Standard Webhook: the event's own bytes, signed. The id is the event's in every attempt; the
/// timestamp is the attempt's.
record StandardWebhooksFormat(Signer signer, Clock clock) implements HttpFormat {

    @Override
    public HttpMessage write(Event event) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("content-type", ContentType.of(event));
        headers.putAll(signer.sign(event.id().toString(), clock.instant(), event.body().getBytes()));
        headers.putAll(TraceHeaders.ids(event.trace()));
        return new HttpMessage(headers, event.body());
    }
}
