package dev.onceward.operate;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// How a subscription stands.
///
/// @param pausedBy nothing if it is not paused
/// @param lagEvents how many events of the log it has yet to read; beyond 10,000 nobody counts
/// @param lag how long ago the oldest event was stored that it has not got, dead ones apart
/// @param parked by state
/// @param leased how many shards somebody reads now
public record Standing(@Nullable String pausedBy, @Nullable String why, long lagEvents, Duration lag,
        Map<String, Long> parked, int leased) {

    public long parked(String state) {
        return parked.getOrDefault(state, 0L);
    }
}
