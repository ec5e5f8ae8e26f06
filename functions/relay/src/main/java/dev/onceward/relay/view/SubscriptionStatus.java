package dev.onceward.relay.view;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// The status of a subscription.
///
/// @param pausedBy null if the subscription is not paused
/// @param lagEvents how many of the next 20,000 events of the log the subscription has not read; the log may have more
/// @param lag the age of the oldest event that was not delivered, dead ones apart; with more than 20,000 unread events,
///        the age of the oldest of them
/// @param parked by state; each number counts up to 10,000
/// @param leased how many shards are leased now
public record SubscriptionStatus(@Nullable String pausedBy, @Nullable String why, long lagEvents, Duration lag,
        Map<String, Long> parked, int leased) {

    public long parked(String state) {
        return parked.getOrDefault(state, 0L);
    }
}
