package dev.onceward.runtime.upkeep;

import java.time.Instant;

/// A subscription that no relay has in its configuration.
///
/// @param seen when a relay last had it
/// @param forgotten whether that is so long ago that the subscription no longer keeps days of the log
public record SubscriptionWithoutRelay(String subscription, Instant seen, boolean forgotten) {}
