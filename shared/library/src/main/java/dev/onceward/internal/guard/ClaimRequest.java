package dev.onceward.internal.guard;

import java.time.Duration;
import java.util.Optional;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.redis.EntryName;
import dev.onceward.internal.key.Fingerprint;

/// What a call wants: a key, for a body, on the terms of its operation.
///
/// @param body the beginning of the body, if the operation keeps it for operators to read
/// @param hold whether no other call runs the operation when its process died
public record ClaimRequest(GuardedKey key, Fingerprint fingerprint, Optional<String> body, Duration lease,
        Duration retention, boolean hold, int maxAnswerBytes,
        Optional<SequenceStep> step) {

    /// The operation `id` of a thing, which follows the operation that its caller saw last.
    ///
    /// @param lastSeen empty for the first operation
    public record SequenceStep(String thing, String lastSeen, String id) {}

    /// @return null if the answer is too large to be kept
    public @Nullable Buffer fitting(@Nullable Buffer answer) {
        return answer != null && answer.length() <= maxAnswerBytes ? answer : null;
    }

    /// A request that takes less memory, for a store that keeps no bodies.
    public ClaimRequest withoutBody() {
        return new ClaimRequest(key, fingerprint, Optional.empty(), lease, retention, hold, maxAnswerBytes, step);
    }

    /// The name of the entry in Redis.
    ///
    /// @param owner what tells the keys of two deployments in one Redis apart
    /// @param kind the version of the entries
    public EntryName entry(String owner, String kind) {
        return new EntryName(owner, kind, key.parts());
    }
}
