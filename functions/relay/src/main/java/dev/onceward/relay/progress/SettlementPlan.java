package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.settlement.AttemptRecord;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.settlement.Settlement;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.runtime.log.OrderingKey;

/// The rows that a settlement will write, and what the relay does after it.
public final class SettlementPlan {
    private final boolean ordered;
    private final Map<UUID, Short> unparked = new HashMap<>();
    private final Map<OrderingKey, Short> freed = new HashMap<>();
    private final List<ParkEvent> parked = new ArrayList<>();
    private final List<AttemptRecord> attempts = new ArrayList<>();
    private final Set<OrderingKey> newlyWaiting = new HashSet<>();
    private @Nullable String gone;
    private int deliveredCount;

    /// @param ordered whether events of one ordering key are delivered one after the other
    SettlementPlan(boolean ordered) {
        this.ordered = ordered;
    }

    /// @param places the position of each shard
    Settlement settlement(Map<ShardLease, ReadPosition> places) {
        return new Settlement(places, unparked, parked, attempts);
    }

    boolean hasNothingToWrite() {
        return unparked.isEmpty() && parked.isEmpty() && attempts.isEmpty();
    }

    /// The ordering keys that now have parked events.
    Set<OrderingKey> newlyWaiting() {
        return newlyWaiting;
    }

    /// The ordering keys of parked events that were delivered, each with its shard. Some of them may have no more
    /// parked events.
    Map<OrderingKey, Short> freed() {
        return freed;
    }

    /// Whether parked events have become due.
    public boolean givesTurns() {
        return gone == null && (!freed.isEmpty() || parked.stream().anyMatch(SettlementPlan::isDue));
    }

    /// The reason, if the receiver answered that it is gone for good.
    @Nullable
    String gone() {
        return gone;
    }

    public boolean isGone() {
        return gone != null;
    }

    DeliveryCounts counts() {
        var dead = (int) parked.stream().filter(SettlementPlan::isDead).count();
        return new DeliveryCounts(deliveredCount, parked.size() - dead, dead);
    }

    /// The ordering key, or null if the subscription is not ordered.
    @Nullable
    OrderingKey key(EventToDeliver eventToDeliver) {
        return ordered ? eventToDeliver.event().orderingKey() : null;
    }

    void deliver(EventToDeliver eventToDeliver) {
        deliveredCount++;
        if (eventToDeliver.isParked()) {
            unpark(eventToDeliver);
        }
    }

    void pause(String why) {
        gone = why;
    }

    void park(EventToDeliver eventToDeliver, ParkedState parkedState, int failures, Duration delay,
            @Nullable String why) {
        var event = eventToDeliver.event();
        var key = key(eventToDeliver);
        if (key != null) {
            newlyWaiting.add(key);
        }
        var any = event.orderingKey();
        parked.add(new ParkEvent(event.id(), event.at(), eventToDeliver.shard(), event.ordering(),
                any == null ? null : any.hash(), parkedState, failures, delay, why, !eventToDeliver.isParked()));
    }

    void record(Tried tried, @Nullable String why, @Nullable ReceiverAnswer answer) {
        var eventToDeliver = tried.item();
        attempts.add(new AttemptRecord(eventToDeliver.event().id(), eventToDeliver.shard(),
                eventToDeliver.attempts() + 1, tried.outcome().word(), tried.took(),
                answer == null ? null : answer.status(), why, answer == null ? null : answer.excerpt()));
    }

    private void unpark(EventToDeliver eventToDeliver) {
        unparked.put(eventToDeliver.event().id(), eventToDeliver.shard());
        var key = key(eventToDeliver);
        if (key != null) {
            freed.put(key, eventToDeliver.shard());
        }
    }

    private static boolean isDue(ParkEvent parkEvent) {
        return parkEvent.state() == ParkedState.SCHEDULED && parkEvent.delay().isZero();
    }

    private static boolean isDead(ParkEvent parkEvent) {
        return parkEvent.state() == ParkedState.DEAD;
    }
}
