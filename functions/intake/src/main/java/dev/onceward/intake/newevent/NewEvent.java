package dev.onceward.intake.newevent;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.EventTrace;
import dev.onceward.internal.event.Shard;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

/// An event to be stored.
///
/// @param orderingGroup the group within which the ordering key is compared; null means the source
/// @param key the idempotency key; an event without one is stored each time
/// @param retention how long the key is kept; null means forever
public record NewEvent(UUID id, String source, String topic, @Nullable String type, @Nullable String ordering,
        @Nullable String orderingGroup, Map<String, String> headers, Buffer body, EventTrace trace, @Nullable Key key,
        Fingerprint fingerprint,
        @Nullable Duration retention) {

    private static final Duration FOREVER = Duration.ofDays(36_500);
    private static final int OVERHEAD = 512;

    /// An event whose ordering group is its source.
    public NewEvent(UUID id, String source, String topic, @Nullable String type, @Nullable String ordering,
            Map<String, String> headers, Buffer body, EventTrace trace, @Nullable Key key, Fingerprint fingerprint,
            @Nullable Duration retention) {
        this(id, source, topic, type, ordering, null, headers, body, trace, key, fingerprint, retention);
    }

    /// How long the key is kept, where a very long duration stands for forever.
    public Duration kept() {
        return retention == null ? FOREVER : retention;
    }

    /// The same event under another key.
    public NewEvent under(Key other) {
        return new NewEvent(id, source, topic, type, ordering, orderingGroup, headers, body, trace, other, fingerprint,
                retention);
    }

    public Receipt receipt() {
        return new Receipt(id, topic);
    }

    short shard() {
        return Shard.of(ordering, id);
    }

    public long weight() {
        return body.length() + (long) OVERHEAD;
    }
}
