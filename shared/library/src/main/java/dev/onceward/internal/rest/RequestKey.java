package dev.onceward.internal.rest;

import dev.onceward.internal.answer.IdempotencyProblem;
import dev.onceward.internal.key.Fingerprint;

/// What a request to an idempotent endpoint has for a key.
public sealed interface RequestKey {

    /// @param caller who the key belongs to; empty for anonymous requests
    /// @param fingerprint of what a repetition must repeat
    record Keyed(String key, String caller, Fingerprint fingerprint) implements RequestKey {}

    /// The endpoint requires no key, and there is none.
    record Keyless() implements RequestKey {}

    /// @param detail says what is wrong and what is allowed
    record RefusedKey(IdempotencyProblem problem, String detail) implements RequestKey {}
}
