package dev.onceward.relay.renew;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.operate.AutomaticPauses;
import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.window.OpenWindow.CursorBeyondLog;

/// Pauses a subscription whose cursors do not fit the log. Repeating would not help, and would hide the fault in time:
/// once the server has assigned as many transaction ids again, events count as read that were never read.
public final class PauseOnInvalidCursor {
    private static final String NOT_REBASED = "55000";

    private final String subscription;
    private final AutomaticPauses pauses;
    private final RelayMetrics metrics;

    public PauseOnInvalidCursor(String subscription, AutomaticPauses pauses, RelayMetrics metrics) {
        this.subscription = subscription;
        this.pauses = pauses;
        this.metrics = metrics;
    }

    Uni<Void> check(HeldLeases heldLeases) {
        metrics.restored(subscription, heldLeases.restored());
        return heldLeases.restored() ? pauseRestored() : Uni.createFrom().voidItem();
    }

    /// @param failure of a round; a new subscription cannot start with `now` in a log that is not rebased
    Uni<Void> after(Throwable failure) {
        return switch (failure) {
            case CursorBeyondLog beyond -> pauseBeyondLog(beyond);
            case PgException refusal when NOT_REBASED.equals(refusal.getSqlState()) -> pauseRestored();
            default -> Uni.createFrom().voidItem();
        };
    }

    /// After a crash only the position in memory may lie beyond the log. The statement checks the positions in the
    /// database, with which the next round begins.
    private Uni<Void> pauseBeyondLog(CursorBeyondLog failure) {
        var why = failure.getMessage() + ". Move the cursor to a position within the log, and resume the subscription.";
        return tell(pauses.beyondLog(subscription, why), why);
    }

    private Uni<Void> pauseRestored() {
        return tell(pauses.restored(subscription),
                "the log was restored from another PostgreSQL cluster, run the command rebase");
    }

    private Uni<Void> tell(Uni<Boolean> pause, String why) {
        return pause.onItem().invoke(pausedNow -> tell(pausedNow, why)).replaceWithVoid();
    }

    private void tell(boolean pausedNow, String why) {
        if (pausedNow) {
            Log.errorf("the relay paused the subscription: subscription=%s cause=%s", subscription, why);
        }
    }
}
