package dev.onceward.guard;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/// What became of a request to run an operation once.
///
/// @param <T> the type of the answer
public sealed interface GuardResult<T extends @Nullable Object> {

    /// This call ran the operation, and the answer is kept.
    record Completed<T extends @Nullable Object>(T answer) implements GuardResult<T> {}

    /// An earlier call ran the operation. This is its answer.
    record Replayed<T extends @Nullable Object>(T answer) implements GuardResult<T> {}

    /// An earlier call ran the operation, and its answer is not kept: it was too large, or could not be written as JSON.
    record AnswerNotKept<T extends @Nullable Object>() implements GuardResult<T> {}

    /// An earlier call ran the operation and it failed. Only operations that keep errors have this result.
    record FailedEarlier<T extends @Nullable Object>(String error) implements GuardResult<T> {}

    /// Another call runs the operation at this moment.
    ///
    /// @param retryAfter when to ask again, between one and five seconds
    record InFlight<T extends @Nullable Object>(Duration retryAfter) implements GuardResult<T> {
        private static final Duration SOON = Duration.ofSeconds(1);
        private static final Duration LATE = Duration.ofSeconds(5);

        /// Most operations end long before their lease does.
        static <T extends @Nullable Object> InFlight<T> until(Duration left) {
            return new InFlight<>(left.compareTo(SOON) < 0 ? SOON : left.compareTo(LATE) > 0 ? LATE : left);
        }
    }

    /// The key belongs to another request.
    record Mismatch<T extends @Nullable Object>() implements GuardResult<T> {}

    /// The process that ran the operation died, and an operator has to decide.
    record Held<T extends @Nullable Object>() implements GuardResult<T> {}

    /// Another operation follows the one that this call saw last. Only requests that follow an operation have this result.
    ///
    /// @param current the id of the operation that completed last
    record Superseded<T extends @Nullable Object>(String current) implements GuardResult<T> {}

    /// Redis does not answer, and without it the operation is to be refused; or the keys of the operation are in Redis alone, and
    /// too many calls wait for it. Nothing ran.
    record RedisUnavailable<T extends @Nullable Object>() implements GuardResult<T> {}

    /// This call ran the operation, but its process was paused or cut off from PostgreSQL for longer than its lease, and
    /// another call has claimed the key. The answer of this call is not kept.
    record LeaseLost<T extends @Nullable Object>() implements GuardResult<T> {}
}
