package dev.onceward.relay.view;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// How a subscription stands.
///
/// @param pausedBy nothing if it is not paused
/// @param lagEvents how many events of the log it has yet to get, among the next 20,000 that there are: there may be more
/// @param lag how long ago the oldest event was stored that it has not got, dead ones apart; if there are more than
///     those 20,000, how long ago the first of them was stored
/// @param parked by state; of each beyond 10,000 nobody counts
/// @param leased how many shards somebody reads now
public record SubscriptionStatus(@Nullable String pausedBy, @Nullable String why, long lagEvents, Duration lag,
        Map<String, Long> parked, int leased) {

    public long parked(String state) {
        return parked.getOrDefault(state, 0L);
    }
}
