package dev.onceward.internal.guard;

import java.util.List;

import dev.onceward.internal.key.Fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The key of a guarded operation. The same characters for another operation or another caller are another key.
///
/// @param caller empty if the operation does not tell callers apart
public record GuardedKey(String operation, String caller, String key) {

    public List<String> parts() {
        return List.of(operation, caller, key);
    }

    /// For log lines. It shows neither the caller nor the key, which for anonymous callers is as good as a password: only the
    /// beginning of the SHA-256 of the key, with which an operator finds the row.
    @Override
    public String toString() {
        return "operation=%s key-hash=%s".formatted(operation,
                Fingerprint.sha256(key.getBytes(UTF_8)).substring(0, 12));
    }
}
