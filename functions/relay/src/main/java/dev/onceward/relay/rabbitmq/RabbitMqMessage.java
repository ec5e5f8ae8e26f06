package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.util.Date;
import java.util.LinkedHashMap;

import com.rabbitmq.client.AMQP;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.CloudEventAttributes;
import dev.onceward.relay.sink.ContentType;
import dev.onceward.relay.sink.TraceHeaders;
import dev.onceward.runtime.log.Event;

import static java.nio.charset.StandardCharsets.UTF_8;

/// An event as a persistent message of AMQP 0-9-1, with the attributes of CloudEvents as headers.
record RabbitMqMessage(String exchange, String routingKey, AMQP.BasicProperties properties, Buffer body) {
    private static final String PREFIX = "cloudEvents:";
    private static final int PERSISTENT = 2;
    private static final int LONGEST_NAME = 255;

    static RabbitMqMessage of(String exchange, String routingKey, Event event) {
        var attributes = CloudEventAttributes.of(event);
        var headers = new LinkedHashMap<String, Object>(TraceHeaders.context(event.trace()));
        attributes.forEach((name, value) -> headers.put(PREFIX + name, value));
        var properties = new AMQP.BasicProperties.Builder()
                .deliveryMode(PERSISTENT)
                .messageId(attributes.get("id"))
                .type(attributes.get("type"))
                .timestamp(Date.from(event.at()))
                .contentType(ContentType.of(event))
                .headers(headers)
                .build();
        return new RabbitMqMessage(exchange, routingKey, properties, event.body());
    }

    /// Checks that AMQP can carry the message before it gets a sequence number. Otherwise the confirms would be taken
    /// for those of other messages.
    ///
    /// @throws IllegalArgumentException which says what does not fit
    void check(int largestFrame) throws IOException {
        checkName("exchange", exchange);
        checkName("routing key", routingKey);
        checkName("type", properties.getType());
        checkName("content type", properties.getContentType());
        var headers = properties.toFrame(0, body.length()).size();
        if (largestFrame > 0 && headers > largestFrame) {
            throw new IllegalArgumentException("The headers have %d bytes, and a frame has at most %d."
                    .formatted(headers, largestFrame));
        }
    }

    private static void checkName(String what, @Nullable String name) {
        var bytes = name == null ? 0 : name.getBytes(UTF_8).length;
        if (bytes > LONGEST_NAME) {
            throw new IllegalArgumentException("The %s has %d bytes, and may have %d."
                    .formatted(what, bytes, LONGEST_NAME));
        }
    }
}
