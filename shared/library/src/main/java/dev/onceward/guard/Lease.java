package dev.onceward.guard;

import io.vertx.mutiny.sqlclient.Tuple;

/// A claimed key. Whoever claims the key later gets a higher generation, and then nothing that this lease asks for
/// takes effect.
record Lease(Operation operation, GuardedRequest request, long generation) {

    /// The first four parameters of every statement of a lease.
    Tuple parameters() {
        return Tuple.of(operation.name(), request.caller(), request.key(), generation);
    }

    @Override
    public String toString() {
        return "operation=%s caller=%s key=%s generation=%d"
                .formatted(operation.name(), request.caller(), request.key(), generation);
    }
}
