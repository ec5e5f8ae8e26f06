package dev.onceward.runtime.operation;

import io.vertx.mutiny.sqlclient.Tuple;

/// Which key of which operation.
///
/// @param caller empty if the operation does not tell callers apart
record KeyAddress(String operation, String caller, String key) {

    /// The first three parameters of every statement.
    Tuple parameters() {
        return Tuple.of(operation, caller, key);
    }
}
