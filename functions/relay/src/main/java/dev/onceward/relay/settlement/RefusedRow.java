package dev.onceward.relay.settlement;

import java.util.Locale;
import java.util.UUID;

import dev.onceward.runtime.postgres.PgFailure;
import dev.onceward.runtime.postgres.PgFailure.BadData;

/// A row of a settlement that PostgreSQL refused, and how the relay handled it.
///
/// @param why PostgreSQL's code of the refusal
public record RefusedRow(UUID event, Remedy remedy, String why) {

    /// How the relay handled a row that PostgreSQL refused.
    public enum Remedy {
        /// The attempt is not recorded.
        ATTEMPT_LEFT_OUT,
        /// The event was delivered but is still parked, so it will be delivered again.
        STILL_PARKED,
        /// The event is parked without its error and without the text of its ordering key.
        PARKED_WITHOUT_TEXTS,
        /// The event is dead.
        PARKED_AS_DEAD,
        /// The event could not be parked. The cursor of its shard did not move.
        NOT_PARKED;

        /// The word for log messages and metrics.
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    static boolean isRefusal(Throwable failure) {
        return PgFailure.of(failure) instanceof BadData;
    }

    static RefusedRow of(SettlementRow row, Remedy remedy, Throwable failure) {
        return new RefusedRow(row.event(), remedy, why(failure));
    }

    static String why(Throwable failure) {
        return PgFailure.of(failure) instanceof BadData(var why) ? why : failure.getClass().getSimpleName();
    }
}
