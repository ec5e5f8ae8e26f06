package dev.onceward.internal.guard;

import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/// Keeps the keys and answers of guarded operations. Of all that claim a key, one at a time is granted it. What a lease asks
/// for after another one was granted the key has no effect. All but `renew` ask at once, and return futures of Vert.x, because
/// every operator of Mutiny captures and restores the contexts of the caller, which would take most of a call's time.
public interface GuardStore {

    Future<KeyClaim> claim(ClaimRequest request);

    /// What this process remembers of a key whose operation has ended, without asking a server.
    default Optional<KeyClaim> remembered(ClaimRequest request) {
        return Optional.empty();
    }

    /// Returns false if the lease is lost, or if the operation has ended under it.
    ///
    /// @return asks when it is subscribed to, and gives its connection back when it is cancelled
    Uni<Boolean> renew(Lease lease);

    /// Keeps an answer. Returns false if the lease is lost, or if an answer is kept already.
    ///
    /// @param answer null if the operation has completed and its answer cannot be kept
    Future<Boolean> keep(Lease lease, @Nullable Buffer answer);

    /// Keeps a failure like an answer. Returns false in the same cases.
    Future<Boolean> keepFailure(Lease lease, String failure);

    /// Lets the next call run the operation at once. Returns false in the same cases.
    Future<Boolean> release(Lease lease, String failure);

    /// Whether the operation has completed under this lease. A kept failure does not count: after a COMMIT that the server
    /// refused, the failure is kept and nothing is committed.
    Future<Boolean> isCompleted(Lease lease);
}
