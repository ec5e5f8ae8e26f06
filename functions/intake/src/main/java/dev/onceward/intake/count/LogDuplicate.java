package dev.onceward.intake.count;

import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

import dev.onceward.intake.seen.SeenKeys;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.IntakeOutcome.Duplicate;
import dev.onceward.intake.store.StoreRequest;
import dev.onceward.internal.key.Key;

/// The line about a blocked duplicate, at DEBUG, with its facts as fields for logs in JSON.
@Singleton
public final class LogDuplicate {
    private static final Logger LOG = Logger.getLogger(LogDuplicate.class);

    private final SeenKeys seenKeys;

    LogDuplicate(SeenKeys seenKeys) {
        this.seenKeys = seenKeys;
    }

    public Uni<IntakeOutcome> logged(StoreRequest storeRequest, IntakeOutcome intakeOutcome) {
        var key = storeRequest.entry().key();
        return LOG.isDebugEnabled() && key != null && intakeOutcome instanceof Duplicate(var receipt, var _)
                ? seenKeys.remaining(key).invoke(ttl -> log(key, storeRequest.entry().id(), receipt.event(), ttl))
                        .replaceWith(intakeOutcome)
                : Uni.createFrom().item(intakeOutcome);
    }

    private static void log(Key key, UUID event, UUID original, Duration ttl) {
        var fields = Map.of("idempotency_key", key.value(), "source", key.scope(), "event_id", event,
                "original_event_id", original, "ttl_remaining", ttl.toSeconds());
        fields.forEach(MDC::put);
        try {
            LOG.debugf("intake blocked a duplicate: source=%s original_event_id=%s ttl_remaining=%d", key.scope(),
                    original,
                    ttl.toSeconds());
        } finally {
            fields.keySet().forEach(MDC::remove);
        }
    }
}
