package dev.onceward.runtime.upkeep;

import java.time.Instant;

/// A subscription that no relay seems to have in its configuration.
///
/// @param seen when one last had
/// @param forgotten whether that is so long ago that it no longer keeps days of the log
public record SubscriptionWithoutRelay(String subscription, Instant seen, boolean forgotten) {}
