package dev.onceward.relay.view;

import java.time.Instant;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// A parked event as an operator sees it.
public record ParkedEventView(UUID event, String state, @Nullable String ordering, int attempts, Instant parkedAt,
        Instant nextAt, @Nullable String error) {}
