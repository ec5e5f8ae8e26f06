package dev.onceward.internal.guard;

import java.util.List;

/// The key of a guarded operation. The same characters for another operation or another caller are another key.
///
/// @param caller empty if the operation does not tell callers apart
public record GuardedKey(String operation, String caller, String key) {

    public List<String> parts() {
        return List.of(operation, caller, key);
    }

    @Override
    public String toString() {
        return "operation=%s caller=%s key=%s".formatted(operation, caller, key);
    }
}
