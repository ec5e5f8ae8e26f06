package dev.onceward.internal.guard.postgres;

import java.time.Duration;

import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.guard.GuardedKey;
import dev.onceward.internal.guard.Lease;

/// What is kept of an operation: its answer, its failure, or that it has completed.
record EndedOperation(Lease lease, @Nullable Buffer answer, @Nullable String failure) {

    static EndedOperation completed(Lease lease, @Nullable Buffer answer) {
        return new EndedOperation(lease, lease.request().fitting(answer), null);
    }

    static EndedOperation failed(Lease lease, String failure) {
        return new EndedOperation(lease, null, failure);
    }

    GuardedKey key() {
        return lease.request().key();
    }

    Duration retention() {
        return lease.request().retention();
    }

    Tuple parameters() {
        return lease.parameters().addValue(answer).addString(failure)
                .addDouble(PostgresGuardStore.seconds(retention()));
    }

    long bytes() {
        return answer == null ? 0 : answer.length();
    }
}
