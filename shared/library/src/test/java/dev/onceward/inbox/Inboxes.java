package dev.onceward.inbox;

import java.time.Duration;
import java.util.Map;

import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.testing.Servers;

/// Inboxes as applications have them, with marks that are kept for a day; those of the consumer `archive` are kept forever.
final class Inboxes {
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private Inboxes() {}

    static Inbox inbox() {
        return inbox(Servers.pool(), PATIENCE);
    }

    /// The inbox of another replica.
    static Inbox otherInbox() {
        return inbox(Servers.otherPool(), PATIENCE);
    }

    static Inbox inbox(Pool pool, Duration timeout) {
        return new Inbox(pool, config(timeout));
    }

    static SessionInbox sessionInbox() {
        return new SessionInbox(config(PATIENCE));
    }

    private static InboxConfig config(Duration timeout) {
        return new InboxConfig() {
            @Override
            public InboxRetention retention() {
                return InboxRetention.parse("1d");
            }

            @Override
            public Duration timeout() {
                return timeout;
            }

            @Override
            public Map<String, ConsumerConfig> consumers() {
                return Map.of("archive", () -> InboxRetention.parse("forever"));
            }
        };
    }
}
