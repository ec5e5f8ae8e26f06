package dev.onceward.intake;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

import dev.onceward.intake.Outcome.Again;
import dev.onceward.key.Key;
import dev.onceward.seen.Seen;

/// The line about a blocked duplicate, at DEBUG, with its facts as fields for logs in JSON.
@Singleton
final class Blocked {
    private static final Logger LOG = Logger.getLogger(Blocked.class);

    private final Seen seen;

    Blocked(Seen seen) {
        this.seen = seen;
    }

    Uni<Outcome> logged(Submission submission, Outcome outcome) {
        var key = submission.entry().key();
        return LOG.isDebugEnabled() && key != null && outcome instanceof Again(var receipt, var _)
                ? seen.remaining(key).invoke(ttl -> log(key, submission.entry().id(), receipt.event(), ttl))
                        .replaceWith(outcome)
                : Uni.createFrom().item(outcome);
    }

    private static void log(Key key, UUID event, UUID original, Duration ttl) {
        var fields = Map.of("idempotency_key", key.value(), "source", key.scope(), "event_id", event,
                "original_event_id", original, "ttl_remaining", ttl.toSeconds());
        fields.forEach(MDC::put);
        try {
            LOG.debugf("duplicate blocked: source=%s original_event_id=%s ttl_remaining=%d", key.scope(), original,
                    ttl.toSeconds());
        } finally {
            fields.keySet().forEach(MDC::remove);
        }
    }
}
