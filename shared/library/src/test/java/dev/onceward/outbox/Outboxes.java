package dev.onceward.outbox;

import dev.onceward.internal.wake.WakeRelays;

/// The outbox for the tests of other packages.
public final class Outboxes {
    private Outboxes() {}

    public static Outbox outbox() {
        return new Outbox(WakeRelays.announce());
    }
}
