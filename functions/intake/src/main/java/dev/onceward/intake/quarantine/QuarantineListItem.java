package dev.onceward.intake.quarantine;

import java.time.Instant;
import java.util.UUID;

/// A request in quarantine, as it stands in a list.
///
/// @param times how often it came, at least: not every copy is counted in a flood
/// @param reason at which step it turned out not to be genuine
/// @param bytes of its body
public record QuarantineListItem(UUID id, Instant at, Instant lastAt, long times, String reason, String why,
        long bytes) {}
