package dev.onceward.relay.format;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;

import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.runtime.log.Event;

/// Writes an event as a CloudEvent in structured mode: one JSON object with attributes and data. A JSON body is
/// inserted unchanged: parsing and writing it again could lose digits, duplicate members and their order. Any other
/// body is written in base64. An empty body is written as no data.
record StructuredFormat() implements HttpFormat {

    @Override
    public HttpMessage write(Event event) {
        return new HttpMessage(Map.of("content-type", "application/cloudevents+json"), body(event));
    }

    private static Buffer body(Event event) {
        var type = ContentType.of(event);
        var attributes = new LinkedHashMap<String, Object>(CloudEventAttributes.of(event));
        attributes.put("datacontenttype", type);
        var open = new JsonObject(attributes).toBuffer();
        return with(event.body(), type, open.getBuffer(0, open.length() - 1)).appendByte((byte) '}');
    }

    private static Buffer with(Buffer data, String type, Buffer open) {
        if (data.length() == 0) {
            return open;
        }
        return ContentType.isJson(type) && JsonText.is(data.getBytes())
                ? open.appendString(",\"data\":").appendBuffer(data)
                : open.appendString(",\"data_base64\":\"")
                        .appendBytes(Base64.getEncoder().encode(data.getBytes()))
                        .appendByte((byte) '"');
    }
}
