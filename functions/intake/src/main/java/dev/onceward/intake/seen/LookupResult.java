package dev.onceward.intake.seen;

import java.util.Arrays;
import java.util.Optional;

import io.vertx.core.buffer.Buffer;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.internal.key.Fingerprint;

/// What Redis knows about a key.
public sealed interface LookupResult {

    /// @param fingerprint the first 16 bytes of the fingerprint, which is enough to tell another body
    record KnownKey(Receipt receipt, Buffer fingerprint) implements LookupResult {
        static final int FINGERPRINT_BYTES = 16;

        KnownKey(Receipt receipt, Fingerprint whole) {
            this(receipt, shortened(whole));
        }

        private static Buffer shortened(Fingerprint whole) {
            return Buffer.buffer(Arrays.copyOf(whole.bytes(), FINGERPRINT_BYTES));
        }

        /// Whether the key was remembered with the body that has this fingerprint.
        public boolean hasBodyOf(Fingerprint whole) {
            return fingerprint.equals(shortened(whole));
        }
    }

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
