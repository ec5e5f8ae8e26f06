package dev.onceward.internal.event;

import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// Makes event ids as UUIDv7 (RFC 9562). The time in front keeps the index of the log compact. The random part makes
/// the id unique; it is no secret.
public final class EventId {
    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000000000000000L;
    private static final long VARIANT_MASK = 0x3fffffffffffffffL;

    private EventId() {}

    public static UUID next(Clock clock) {
        var random = ThreadLocalRandom.current();
        var high = (clock.millis() << 16) | VERSION | random.nextInt(1 << 12);
        return new UUID(high, (random.nextLong() & VARIANT_MASK) | VARIANT);
    }
}
