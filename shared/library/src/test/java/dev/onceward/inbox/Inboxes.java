package dev.onceward.inbox;

import java.time.Duration;
import java.util.Map;

import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.internal.inbox.InboxConfig;
import dev.onceward.internal.inbox.InboxConfigs;
import dev.onceward.testing.servers.Servers;

/// Inboxes as applications have them, with marks that are kept for a day; those of the consumer `archive` are kept forever.
public final class Inboxes {
    public static final Duration PATIENCE = Duration.ofSeconds(20);

    private Inboxes() {}

    public static Inbox inbox() {
        return inbox(Servers.pool(), PATIENCE);
    }

    /// The inbox of another replica.
    public static Inbox otherInbox() {
        return inbox(Servers.otherPool(), PATIENCE);
    }

    public static Inbox inbox(Pool pool, Duration timeout) {
        return new Inbox(pool, config(timeout));
    }

    public static HibernateInbox hibernateInbox() {
        return new HibernateInbox(config(PATIENCE));
    }

    /// With three attempts and short pauses.
    public static InboxConfig config(Duration timeout) {
        return InboxConfigs
                .of(Map.of("onceward.inbox.retention", "1d", "onceward.inbox.timeout", timeout.toMillis() + "ms",
                        "onceward.inbox.consumers.archive.retention", "forever",
                        "onceward.inbox.retry.attempts", "3", "onceward.inbox.retry.delay", "10ms",
                        "onceward.inbox.retry.cap", "50ms"));
    }
}
