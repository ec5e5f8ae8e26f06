package dev.onceward.guard;

import java.time.Duration;

import io.vertx.core.buffer.Buffer;

/// The result of claiming a key.
sealed interface KeyClaim {

    record ClaimGranted(Lease lease) implements KeyClaim {}

    record KeptAnswer(Buffer answer) implements KeyClaim {}

    record EndedWithoutAnswer() implements KeyClaim {}

    record KeptFailure(String error) implements KeyClaim {}

    /// @param left how long the lease of the other call lasts
    record LeasedByAnother(Duration left) implements KeyClaim {}

    record ForAnotherRequest() implements KeyClaim {}

    record Abandoned() implements KeyClaim {}
}
