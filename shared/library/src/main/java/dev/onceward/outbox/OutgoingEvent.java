package dev.onceward.outbox;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventId;
import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.key.KeyText;
import dev.onceward.internal.key.RequiredText;

/// An event that your code reports. It is immutable, and the builder refuses what cannot be stored.
public final class OutgoingEvent {
    private final UUID id;
    private final String source;
    private final String topic;
    private final @Nullable String type;
    private final @Nullable String orderingKey;
    private final @Nullable String businessKey;
    private final Map<String, String> headers;
    private final Buffer body;
    private final EventTrace trace;

    private OutgoingEvent(Builder builder) {
        this.source = builder.checked("source", builder.source);
        this.topic = builder.checked("topic", builder.topic);
        this.type = builder.checkedIfSet("type", builder.type);
        this.orderingKey = builder.checkedIfSet("ordering key", builder.orderingKey);
        this.businessKey = builder.checkedIfSet("business key", builder.businessKey);
        this.id = businessKey == null ? builder.id : builder.named(source, type == null ? topic : type, businessKey);
        this.headers = Map.copyOf(builder.headers);
        this.body = builder.body;
        this.trace = new EventTrace(builder.traceparent, builder.tracestate, fitting(builder.correlation),
                fitting(builder.causation));
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

    /// What the event reports, if that decides the id.
    public @Nullable String businessKey() {
        return businessKey;
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

    /// Such an id often comes from a stranger's request, and is no reason to fail the transaction.
    private static @Nullable String fitting(@Nullable String id) {
        return id != null && KeyText.fits(id) ? id : null;
    }

    @Override
    public String toString() {
        return "event " + id + " of " + source + " for " + topic;
    }

    /// Builds an event. Source and topic are required. Source, topic, type and keys have 1 to 255 characters, none of them a
    /// control character or an unpaired surrogate: a longer value would fail as a header or in a broker at each attempt to
    /// deliver the event, long after the transaction that reported it.
    public static final class Builder {
        private final Map<String, String> headers = new LinkedHashMap<>();
        private UUID id = EventId.next(Clock.systemUTC());
        private boolean hasOwnId;
        private @Nullable String source;
        private @Nullable String topic;
        private @Nullable String type;
        private @Nullable String orderingKey;
        private @Nullable String businessKey;
        private Buffer body = Buffer.buffer();
        private @Nullable String traceparent;
        private @Nullable String tracestate;
        private @Nullable String correlation;
        private @Nullable String causation;

        private Builder() {}

        /// An id of your own, best a UUIDv7. Without it the event gets one by this machine's clock. Two events with one id
        /// are stored twice, unlike those with one business key.
        public Builder id(UUID value) {
            this.id = value;
            this.hasOwnId = true;
            return this;
        }

        /// What the event reports, such as the number of the payment that was accepted. Source, type (or topic, if there is
        /// no type) and business key decide the id, and an event that is put again, by a retry or by an audit, is not stored
        /// again within `onceward.outbox.retention`.
        public Builder businessKey(@Nullable String value) {
            this.businessKey = value;
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

        /// The message or event in hand, which led to this event: its id becomes the causation. The correlation is taken over,
        /// and begins with the message if the message has none.
        public Builder causedBy(String messageId, @Nullable String messageCorrelation) {
            return causation(messageId).correlation(messageCorrelation == null ? messageId : messageCorrelation);
        }

        /// The id of what the event belongs to, such as a business process, or the `X-Correlation-Id` of the request in hand.
        /// It is left out if it is not 1 to 255 characters without control characters.
        public Builder correlation(@Nullable String value) {
            this.correlation = value;
            return this;
        }

        /// The id of what caused the event, with the same limits.
        public Builder causation(@Nullable String value) {
            this.causation = value;
            return this;
        }

        /// @throws IllegalArgumentException whose message names what is missing or wrong
        public OutgoingEvent build() {
            return new OutgoingEvent(this);
        }

        private UUID named(String checkedSource, String checkedType, String checkedKey) {
            if (hasOwnId) {
                throw new IllegalArgumentException(
                        "The event %s has a business key, which decides its id, and must have no id of its own."
                                .formatted(id));
            }
            return EventId.named(List.of(checkedSource, checkedType, checkedKey));
        }

        private String checked(String what, @Nullable String text) {
            return RequiredText.checked("%s of the event %s".formatted(what, id), text);
        }

        private @Nullable String checkedIfSet(String what, @Nullable String text) {
            return text == null ? null : checked(what, text);
        }
    }
}
