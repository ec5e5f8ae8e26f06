package dev.onceward.internal.guard;

import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/// Keeps the keys and answers of guarded operations. Of all that claim a key, one at a time is granted it. What a lease asks
/// for after another one was granted the key has no effect.
public interface GuardStore {

    Uni<KeyClaim> claim(ClaimRequest request);

    /// What this process remembers of a key whose operation has ended, without asking a server.
    default Optional<KeyClaim> remembered(ClaimRequest request) {
        return Optional.empty();
    }

    /// Returns false if the lease is lost, or if the operation has ended under it.
    Uni<Boolean> renew(Lease lease);

    /// Keeps an answer. Returns false if the lease is lost, or if an answer is kept already.
    ///
    /// @param answer null if the operation has completed and its answer cannot be kept
    Uni<Boolean> keep(Lease lease, @Nullable Buffer answer);

    /// Keeps a failure like an answer. Returns false in the same cases.
    Uni<Boolean> keepFailure(Lease lease, String failure);

    /// Lets the next call run the operation at once. Returns false in the same cases.
    Uni<Boolean> release(Lease lease, String failure);

    /// Whether the operation has completed under this lease. A kept failure does not count: after a COMMIT that the server
    /// refused, the failure is kept and nothing is committed.
    Uni<Boolean> isCompleted(Lease lease);
}
