package dev.onceward.outbox;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.KeyText;

/// An event that your code reports. It is immutable, and the builder refuses what cannot be stored.
public final class OutgoingEvent {
    private final UUID id;
    private final String source;
    private final String topic;
    private final @Nullable String type;
    private final @Nullable String orderingKey;
    private final Map<String, String> headers;
    private final Buffer body;
    private final EventTrace trace;

    private OutgoingEvent(Builder builder) {
        this.id = builder.id;
        this.source = builder.checked("source", builder.source);
        this.topic = builder.checked("topic", builder.topic);
        this.type = builder.checkedIfSet("type", builder.type);
        this.orderingKey = builder.checkedIfSet("ordering key", builder.orderingKey);
        this.headers = Map.copyOf(builder.headers);
        this.body = builder.body;
        this.trace = new EventTrace(builder.traceparent, builder.tracestate, builder.correlation, builder.causation);
    }

    public static Builder builder() {
        return new Builder();
    }

    /// The id of the event, which is the same for every attempt to deliver it.
    public UUID id() {
        return id;
    }

    public String source() {
        return source;
    }

    public String topic() {
        return topic;
    }

    public @Nullable String type() {
        return type;
    }

    public @Nullable String orderingKey() {
        return orderingKey;
    }

    public Map<String, String> headers() {
        return headers;
    }

    public Buffer body() {
        return body;
    }

    EventTrace trace() {
        return trace;
    }

    @Override
    public String toString() {
        return "event " + id + " of " + source + " for " + topic;
    }

    /// Builds an event. Source and topic are required. Source, topic, type and ordering key have 1 to 255 characters,
    /// none of them a control character or an unpaired surrogate: a longer value would fail as a header or in a broker
    /// at each attempt to deliver the event, long after the transaction that reported it.
    public static final class Builder {
        private final Map<String, String> headers = new LinkedHashMap<>();
        private UUID id = EventId.next(Clock.systemUTC());
        private @Nullable String source;
        private @Nullable String topic;
        private @Nullable String type;
        private @Nullable String orderingKey;
        private Buffer body = Buffer.buffer();
        private @Nullable String traceparent;
        private @Nullable String tracestate;
        private @Nullable String correlation;
        private @Nullable String causation;

        private Builder() {}

        /// An id of your own, best a UUIDv7. Without it the event gets one by this machine's clock.
        public Builder id(UUID value) {
            this.id = value;
            return this;
        }

        /// The name of the reporter, such as that of your application.
        public Builder source(String value) {
            this.source = value;
            return this;
        }

        /// The name by which subscriptions select events.
        public Builder topic(String value) {
            this.topic = value;
            return this;
        }

        /// The type of the CloudEvent. Without it receivers get the topic as the type.
        public Builder type(@Nullable String value) {
            this.type = value;
            return this;
        }

        /// Events of one source and ordering key are delivered in order.
        public Builder orderingKey(@Nullable String value) {
            this.orderingKey = value;
            return this;
        }

        /// @param name is written in lower case
        public Builder header(String name, String value) {
            var _ = headers.put(name.toLowerCase(Locale.ROOT), value);
            return this;
        }

        /// A body of text, in UTF-8.
        public Builder body(String text) {
            return body(Buffer.buffer(text));
        }

        /// The bytes that receivers get. Without them the event has an empty body.
        public Builder body(Buffer bytes) {
            this.body = bytes;
            return this;
        }

        /// The W3C trace context that the event belongs to.
        public Builder trace(@Nullable String parent, @Nullable String state) {
            this.traceparent = parent;
            this.tracestate = state;
            return this;
        }

        /// The id of what the event belongs to, such as a business process.
        public Builder correlation(@Nullable String value) {
            this.correlation = value;
            return this;
        }

        /// The id of what caused the event.
        public Builder causation(@Nullable String value) {
            this.causation = value;
            return this;
        }

        /// @throws IllegalArgumentException whose message names what is missing or wrong
        public OutgoingEvent build() {
            return new OutgoingEvent(this);
        }

        private String checked(String what, @Nullable String text) {
            if (text == null) {
                throw new IllegalArgumentException("The %s of the event %s is missing.".formatted(what, id));
            }
            if (!KeyText.fits(text)) {
                throw new IllegalArgumentException(
                        ("The %s of the event %s has %d characters: it must have 1 to %d, none of "
                                + "them a control character or an unpaired surrogate.")
                                .formatted(what, id, text.length(), KeyText.MAX_LENGTH));
            }
            return text;
        }

        private @Nullable String checkedIfSet(String what, @Nullable String text) {
            return text == null ? null : checked(what, text);
        }
    }
}
