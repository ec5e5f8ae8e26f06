package dev.onceward.relay.view;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// A recorded attempt to deliver an event.
///
/// @param number 1 for the first attempt of the event
/// @param status of HTTP
/// @param answer the beginning of the receiver's answer
public record RecordedAttempt(Instant at, int number, String outcome, Duration took, @Nullable Integer status,
        @Nullable String error, @Nullable String answer) {}
