package dev.onceward.relay.settle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.settlement.AttemptRecord;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.settlement.Settlement;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.ReceiverAnswer;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.runtime.log.OrderingKey;

/// What follows from the results of a page: what is parked, what need not be parked any more, what is recorded.
public final class PlanSettlement {
    /// Added to an attempt's own time, so that nobody begins another one before it has ended.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Subscription subscription;
    private final RandomGenerator chance;
    private final Predicate<OrderingKey> waits;
    private final Map<UUID, Short> delivered = new HashMap<>();
    private final Map<OrderingKey, Short> freed = new HashMap<>();
    private final List<ParkEvent> parked = new ArrayList<>();
    private final List<AttemptRecord> attempts = new ArrayList<>();
    private final Set<OrderingKey> newlyWaiting = new HashSet<>();
    private @Nullable String gone;
    private int arrived;
    private int dead;

    /// @param waits whether events of an ordering key are parked already
    PlanSettlement(Subscription subscription, Predicate<OrderingKey> waits, RandomGenerator chance) {
        this.subscription = subscription;
        this.waits = waits;
        this.chance = chance;
    }

    public void judge(DeliveryResult deliveryResult) {
        switch (deliveryResult) {
            case Tried(var eventToDeliver, var attemptOutcome, var took) -> judge(eventToDeliver, attemptOutcome, took);
            case StillUnderWay(var eventToDeliver) ->
                park(eventToDeliver, ParkedState.IN_FLIGHT, eventToDeliver.attempts() + 1,
                        subscription.timeout().plus(MARGIN), null);
            case NotTried(var eventToDeliver) -> leave(eventToDeliver);
        }
    }

    public Settlement settlement(Map<ShardLease, ReadPosition> places) {
        return new Settlement(places, delivered, parked, attempts);
    }

    public boolean hasNothingToWrite() {
        return delivered.isEmpty() && parked.isEmpty() && attempts.isEmpty();
    }

    /// The keys that have parked events from now on.
    public Set<OrderingKey> newlyWaiting() {
        return newlyWaiting;
    }

    /// The keys of events that were parked and are delivered now, each with its shard: some may have none left.
    public Map<OrderingKey, Short> freed() {
        return freed;
    }

    /// Whether some that are parked have their turn now.
    public boolean givesTurns() {
        return gone == null && (!freed.isEmpty() || parked.stream().anyMatch(PlanSettlement::isDue));
    }

    private static boolean isDue(ParkEvent parkEvent) {
        return parkEvent.state() == ParkedState.SCHEDULED && parkEvent.delay().isZero();
    }

    /// Why the receiver wants nothing any more, if it said so.
    @Nullable
    public String gone() {
        return gone;
    }

    public int delivered() {
        return arrived;
    }

    public int parked() {
        return parked.size() - dead;
    }

    public int dead() {
        return dead;
    }

    private void judge(EventToDeliver eventToDeliver, AttemptOutcome attemptOutcome, Duration took) {
        switch (attemptOutcome) {
            case Delivered _ -> arrive(eventToDeliver, took);
            case Failed(var why, var notBefore, var answer) ->
                fail(eventToDeliver, "failed", took, why, notBefore, answer);
            case Refused(var why, var answer) when subscription.deadWhenRefused() -> {
                record(eventToDeliver, "refused", took, why, answer);
                die(eventToDeliver, why);
            }
            case Refused(var why, var answer) -> fail(eventToDeliver, "refused", took, why, null, answer);
            case Gone(var why, var answer) -> {
                gone = why;
                record(eventToDeliver, "gone", took, why, answer);
                park(eventToDeliver, ParkedState.SCHEDULED, eventToDeliver.attempts() + 1, Duration.ZERO, why);
            }
        }
    }

    private void arrive(EventToDeliver eventToDeliver, Duration took) {
        arrived++;
        if (subscription.everyAttempt()) {
            record(eventToDeliver, "delivered", took, null, null);
        }
        if (eventToDeliver.isParked()) {
            delivered.put(eventToDeliver.event().id(), eventToDeliver.shard());
            var key = key(eventToDeliver);
            if (key != null) {
                freed.put(key, eventToDeliver.shard());
            }
        }
    }

    private void fail(EventToDeliver eventToDeliver, String attemptOutcome, Duration took, String why,
            @Nullable Duration notBefore,
            @Nullable ReceiverAnswer answer) {
        record(eventToDeliver, attemptOutcome, took, why, answer);
        var failures = eventToDeliver.attempts() + 1;
        if (failures >= subscription.retry().attempts()) {
            die(eventToDeliver, why);
        } else {
            park(eventToDeliver, ParkedState.SCHEDULED, failures,
                    Backoff.after(failures, subscription.retry(), notBefore, chance),
                    why);
        }
    }

    private void die(EventToDeliver eventToDeliver, String why) {
        dead++;
        park(eventToDeliver, ParkedState.DEAD, eventToDeliver.attempts() + 1, Duration.ZERO, why);
    }

    /// What was held back stays as it is. What was not comes behind those of its key that are, or is first.
    private void leave(EventToDeliver eventToDeliver) {
        if (!eventToDeliver.isParked()) {
            var key = key(eventToDeliver);
            var behind = key != null && (waits.test(key) || newlyWaiting.contains(key));
            park(eventToDeliver, behind ? ParkedState.BLOCKED : ParkedState.SCHEDULED, eventToDeliver.attempts(),
                    Duration.ZERO, null);
        }
    }

    private void park(EventToDeliver eventToDeliver, ParkedState parkedState, int failures, Duration delay,
            @Nullable String why) {
        var event = eventToDeliver.event();
        var key = key(eventToDeliver);
        if (key != null) {
            newlyWaiting.add(key);
        }
        var any = event.orderingKey();
        parked.add(
                new ParkEvent(event.id(), event.at(), eventToDeliver.shard(), event.ordering(),
                        any == null ? null : any.hash(),
                        parkedState, failures, delay, why, !eventToDeliver.isParked()));
    }

    private void record(EventToDeliver eventToDeliver, String attemptOutcome, Duration took, @Nullable String why,
            @Nullable ReceiverAnswer answer) {
        attempts.add(new AttemptRecord(eventToDeliver.event().id(), eventToDeliver.shard(),
                eventToDeliver.attempts() + 1, attemptOutcome, took,
                answer == null ? null : answer.status(), why, answer == null ? null : answer.excerpt()));
    }

    private @Nullable OrderingKey key(EventToDeliver eventToDeliver) {
        return subscription.ordered() ? eventToDeliver.event().orderingKey() : null;
    }
}
