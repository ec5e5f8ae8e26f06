package dev.onceward.guard;

import java.time.Duration;
import java.util.Optional;

import dev.onceward.internal.key.RequiredText;

/// An operation that a guard runs, with its options. The name is part of the key: the same key of two operations is two
/// keys.
///
/// @param lease how long a process has the key to itself before others may take it over. The guard renews the lease
///        while the operation runs, so the lease only has to be longer than a pause of the process
/// @param retention how long an answer is kept. A repetition that comes later runs the operation again
/// @param onAbandon what happens when the process that ran the operation died
/// @param keepErrors whether a failure is kept and replayed like an answer, instead of letting the next call run the
///        operation again
/// @param maxAnswerBytes the largest answer that is kept. A repetition of a larger one learns that the operation has
///        completed, and not its answer
/// @param readableBody whether the beginning of the body is kept for operators to read, besides its fingerprint
/// @param store where keys and answers are; empty for what the configuration says
/// @param withoutRedis what happens while Redis does not answer; empty for what the configuration says
public record Operation(String name, Duration lease, Duration retention, OnAbandon onAbandon, boolean keepErrors,
        int maxAnswerBytes, boolean readableBody, Optional<Store> store, Optional<WithoutRedis> withoutRedis) {
    private static final Duration MAX = Duration.ofDays(36_500);
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    public Operation {
        var _ = RequiredText.checked("name of the operation", name);
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("The lease of the operation %s is %s: it must be between %s and %s."
                    .formatted(name, lease, SHORTEST_LEASE, MAX));
        }
        if (!retention.isPositive() || retention.compareTo(MAX) > 0) {
            throw new IllegalArgumentException(
                    "The retention of the operation %s is %s: it must be positive and at most %s."
                            .formatted(name, retention, MAX));
        }
        if (maxAnswerBytes < 0) {
            throw new IllegalArgumentException(
                    "The largest answer of the operation %s has %d bytes: it must not be negative."
                            .formatted(name, maxAnswerBytes));
        }
    }

    /// An operation with a lease of 30 seconds, a retention of 7 days and answers of at most 64 KiB, which the next
    /// call runs again after a failure or the death of the process.
    public static Operation named(String name) {
        return new Operation(name, Duration.ofSeconds(30), Duration.ofDays(7), OnAbandon.RETRY, false, 65_536,
                false, Optional.empty(), Optional.empty());
    }

    public Operation withLease(Duration value) {
        return new Operation(name, value, retention, onAbandon, keepErrors, maxAnswerBytes, readableBody, store,
                withoutRedis);
    }

    public Operation withRetention(Duration value) {
        return new Operation(name, lease, value, onAbandon, keepErrors, maxAnswerBytes, readableBody, store,
                withoutRedis);
    }

    public Operation withOnAbandon(OnAbandon value) {
        return new Operation(name, lease, retention, value, keepErrors, maxAnswerBytes, readableBody, store,
                withoutRedis);
    }

    public Operation withKeptErrors() {
        return new Operation(name, lease, retention, onAbandon, true, maxAnswerBytes, readableBody, store,
                withoutRedis);
    }

    public Operation withMaxAnswerBytes(int value) {
        return new Operation(name, lease, retention, onAbandon, keepErrors, value, readableBody, store,
                withoutRedis);
    }

    public Operation withReadableBody() {
        return new Operation(name, lease, retention, onAbandon, keepErrors, maxAnswerBytes, true, store, withoutRedis);
    }

    public Operation withStore(Store value) {
        return new Operation(name, lease, retention, onAbandon, keepErrors, maxAnswerBytes, readableBody,
                Optional.of(value), withoutRedis);
    }

    public Operation withoutRedis(WithoutRedis value) {
        return new Operation(name, lease, retention, onAbandon, keepErrors, maxAnswerBytes, readableBody, store,
                Optional.of(value));
    }

    /// Where the keys and answers of an operation are.
    public enum Store {
        /// In PostgreSQL, and in Redis to answer repetitions faster. Works without Redis.
        TIERED,
        /// In PostgreSQL.
        POSTGRES,
        /// In Redis. When Redis loses its data, operations run again, also while they run already.
        REDIS
    }

    /// What an operation does while Redis does not answer.
    public enum WithoutRedis {
        /// Uses PostgreSQL alone. An operation whose keys are in Redis alone runs again if its key is there.
        POSTGRES,
        /// Calls are refused.
        REFUSE,
        /// An operation whose keys are in Redis alone runs without protection. Its keys are logged, and compared when Redis
        /// answers again. Any other operation uses PostgreSQL.
        WARN
    }

    /// What happens to a key when the process that ran its operation did not end it within its lease, for example because
    /// it was killed.
    public enum OnAbandon {
        /// The next call runs the operation again. Right for operations whose effects can be repeated, or are rolled back
        /// with the lost process.
        RETRY,
        /// No call runs the operation. An operator finds out what happened and decides. If the process was only slow, its
        /// answer is kept after all. A failure that the operation reports does not hold the key: the next call runs the
        /// operation, unless it keeps errors.
        HOLD
    }
}
