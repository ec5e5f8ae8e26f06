package dev.onceward.intake.quarantine;

import java.time.Instant;
import java.util.UUID;

/// A request in quarantine without its headers and body.
///
/// @param times how often the request came, at least: in a flood not every copy is counted
/// @param reason the step at which verification failed
/// @param bytes the length of the body
public record QuarantineListItem(UUID id, Instant at, Instant lastAt, long times, String reason, String why,
        long bytes) {}
