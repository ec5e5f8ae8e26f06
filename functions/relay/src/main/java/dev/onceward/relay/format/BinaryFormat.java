package dev.onceward.relay.format;

import java.util.LinkedHashMap;

import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.PercentEncoding;
import dev.onceward.runtime.log.Event;

/// Writes an event as a CloudEvent in binary mode: the attributes are headers, the body is the event's own bytes. Their
/// media type is the header `Content-Type`.
record BinaryFormat() implements HttpFormat {

    @Override
    public HttpMessage write(Event event) {
        var headers = new LinkedHashMap<String, String>();
        headers.put("content-type", ContentType.of(event));
        CloudEventAttributes.of(event)
                .forEach((name, value) -> headers.put("ce-" + name, PercentEncoding.header(value)));
        return new HttpMessage(headers, event.body());
    }
}
