package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// One try to deliver an event.
///
/// @param attempt which one it was, from 1
/// @param status what the receiver answered, if it has such numbers
/// @param answer the beginning of what it said
public record AttemptRecord(UUID event, short shard, int attempt, String outcome, Duration took,
        @Nullable Integer status,
        @Nullable String error, @Nullable String answer) implements SettlementRow {}
