package dev.onceward.intake.store;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

import dev.onceward.intake.newevent.NewEvent;
import dev.onceward.intake.seen.SeenKeys;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.internal.key.Key;

/// Writes a line about each duplicate at DEBUG, with its details as fields for logs in JSON.
@Singleton
final class ReportDuplicate {
    private static final Logger LOG = Logger.getLogger(ReportDuplicate.class);

    private final SeenKeys seenKeys;

    ReportDuplicate(SeenKeys seenKeys) {
        this.seenKeys = seenKeys;
    }

    /// @return the same duplicate, once the line is written
    Uni<Duplicate> logged(NewEvent newEvent, Duplicate duplicate) {
        var key = newEvent.key();
        return LOG.isDebugEnabled() && key != null
                ? seenKeys.remaining(key).invoke(ttl -> log(key, newEvent.id(), duplicate.receipt().event(), ttl))
                        .replaceWith(duplicate)
                : Uni.createFrom().item(duplicate);
    }

    private static void log(Key key, UUID event, UUID original, Duration ttl) {
        var fields = Map.of("idempotency_key", key.value(), "source", key.scope(), "event_id", event,
                "original_event_id", original, "ttl_remaining", ttl.toSeconds());
        fields.forEach(MDC::put);
        try {
            LOG.debugf("intake found a duplicate: source=%s original_event_id=%s ttl_remaining=%d", key.scope(),
                    original, ttl.toSeconds());
        } finally {
            fields.keySet().forEach(MDC::remove);
        }
    }
}
