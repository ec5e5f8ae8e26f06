package dev.onceward.internal.event;

import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

import dev.onceward.internal.key.Fingerprint;

/// Makes event ids as in RFC 9562.
public final class EventId {
    private static final long VERSION_7 = 0x7000L;
    private static final long VERSION_8 = 0x8000L;
    private static final long VERSION_MASK = 0xffffffffffff0fffL;
    private static final long VARIANT = 0x8000000000000000L;
    private static final long VARIANT_MASK = 0x3fffffffffffffffL;

    private EventId() {}

    /// A UUIDv7. The time in front keeps the index of the log compact. The random part makes the id unique; it is no secret.
    public static UUID next(Clock clock) {
        var random = ThreadLocalRandom.current();
        var high = (clock.millis() << 16) | VERSION_7 | random.nextInt(1 << 12);
        return new UUID(high, (random.nextLong() & VARIANT_MASK) | VARIANT);
    }

    /// A UUIDv8 of the parts of a name: equal names have equal ids.
    public static UUID named(List<String> name) {
        var hash = ByteBuffer.wrap(Fingerprint.of(name).bytes());
        return new UUID((hash.getLong() & VERSION_MASK) | VERSION_8, (hash.getLong() & VARIANT_MASK) | VARIANT);
    }
}
