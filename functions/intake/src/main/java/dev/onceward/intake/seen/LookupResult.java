package dev.onceward.intake.seen;

import java.util.Optional;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;

/// What Redis knows about a key.
public sealed interface LookupResult {

    record KnownKey(Receipt receipt, Fingerprint fingerprint) implements LookupResult {}

    /// Redis does not know the key, or cannot be asked. The log decides.
    ///
    /// @param database the identity of the log's database before the lookup, if it was known
    record UnknownKey(Optional<String> database) implements LookupResult {
        /// The result without asking Redis.
        public static UnknownKey anywhere() {
            return new UnknownKey(Optional.empty());
        }
    }
}
