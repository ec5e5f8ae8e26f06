package dev.onceward.relay.settlement;

import java.util.Locale;
import java.util.UUID;

import dev.onceward.runtime.postgres.PgFailure;
import dev.onceward.runtime.postgres.PgFailure.BadData;

/// A row of a settlement that PostgreSQL refused as it was, and what was done about it.
///
/// @param why PostgreSQL's code for the refusal
public record RefusedRow(UUID event, Remedy remedy, String why) {

    /// What was done about a row that PostgreSQL refused.
    public enum Remedy {
        /// The attempt is not recorded.
        ATTEMPT_LEFT_OUT,
        /// The event was delivered and is still held back, so it will be delivered again.
        STILL_PARKED,
        /// The event is held back, without its error and without the text of its ordering key.
        PARKED_WITHOUT_TEXTS,
        /// The event is dead, and waits for a person.
        PARKED_AS_DEAD,
        /// The event could not be held back at all. The cursor of its shard did not move.
        NOT_PARKED;

        /// For logs and metrics.
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
