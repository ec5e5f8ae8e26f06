package dev.onceward.seen;

import java.util.Optional;

import dev.onceward.log.Receipt;
import dev.onceward.request.Fingerprint;

/// What Redis knows of a key.
public sealed interface Sighting {

    record Known(Receipt receipt, Fingerprint fingerprint) implements Sighting {}

    /// Not in Redis, or Redis is not there to be asked: the log will know.
    ///
    /// @param database the identity of the database that was the log's before it was asked, if it was known
    record Unknown(Optional<String> database) implements Sighting {
        /// Redis was not asked.
        public static Unknown anywhere() {
            return new Unknown(Optional.empty());
        }
    }
}
