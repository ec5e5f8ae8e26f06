package dev.onceward.intake.seen;

import java.util.Optional;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;

/// What Redis knows of a key.
public sealed interface LookupResult {

    record KnownKey(Receipt receipt, Fingerprint fingerprint) implements LookupResult {}

    /// Not in Redis, or Redis is not there to be asked: the log will know.
    ///
    /// @param database the identity of the database that was the log's before it was asked, if it was known
    record UnknownKey(Optional<String> database) implements LookupResult {
        /// Redis was not asked.
        public static UnknownKey anywhere() {
            return new UnknownKey(Optional.empty());
        }
    }
}
