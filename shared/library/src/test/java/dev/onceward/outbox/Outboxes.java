package dev.onceward.outbox;

import java.time.Duration;

import dev.onceward.internal.wake.WakeRelays;

/// Outboxes as applications have them.
public final class Outboxes {
    static final OutboxConfig CONFIG = () -> Duration.ofDays(30);

    private Outboxes() {}

    public static Outbox outbox() {
        return new Outbox(WakeRelays.announce(), CONFIG);
    }
}
