package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// An attempt to deliver an event, to be recorded.
///
/// @param attempt its number, from 1
/// @param status the receiver's status code, if its protocol has them
/// @param answer the beginning of the receiver's answer
public record AttemptRecord(UUID event, short shard, int attempt, String outcome, Duration took,
        @Nullable Integer status,
        @Nullable String error, @Nullable String answer) implements SettlementRow {}
