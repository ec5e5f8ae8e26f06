package dev.onceward.relay.view;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// An attempt to deliver an event, as it was recorded.
///
/// @param number 1 for the first of the event
/// @param status of HTTP
/// @param answer the beginning of what the receiver said
public record RecordedAttempt(Instant at, int number, String outcome, Duration took, @Nullable Integer status,
        @Nullable String error, @Nullable String answer) {}
