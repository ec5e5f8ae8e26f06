package dev.onceward.internal.answer;

/// Which statuses an idempotent endpoint answers with, where the answer is not that of its method.
public enum StatusProfile {
    /// Those of the draft of the IETF.
    IETF,
    /// Those of endpoints that have promised 202 for a request whose first copy is in flight.
    ACCEPTED
}
