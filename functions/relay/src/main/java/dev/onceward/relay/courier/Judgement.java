package dev.onceward.relay.courier;

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

import dev.onceward.cursor.Lease;
import dev.onceward.key.OrderingKey;
import dev.onceward.parked.Attempt;
import dev.onceward.parked.Parking;
import dev.onceward.parked.Settlement;
import dev.onceward.parked.State;
import dev.onceward.relay.delivery.Fate;
import dev.onceward.relay.delivery.Fate.Flying;
import dev.onceward.relay.delivery.Fate.Left;
import dev.onceward.relay.delivery.Fate.Tried;
import dev.onceward.relay.delivery.Item;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.sink.Outcome.Answer;
import dev.onceward.relay.sink.Outcome.Delivered;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.sink.Outcome.Gone;
import dev.onceward.relay.sink.Outcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.window.Place;

/// What follows from the fates of a page: what is parked, what need not be parked any more, what is recorded.
final class Judgement {
    /// Added to an attempt's own time, so that nobody begins another one before it has ended.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Subscription subscription;
    private final RandomGenerator chance;
    private final Predicate<OrderingKey> waits;
    private final Map<UUID, Short> delivered = new HashMap<>();
    private final Map<OrderingKey, Short> freed = new HashMap<>();
    private final List<Parking> parked = new ArrayList<>();
    private final List<Attempt> attempts = new ArrayList<>();
    private final Set<OrderingKey> newlyWaiting = new HashSet<>();
    private @Nullable String gone;
    private int arrived;
    private int dead;

    /// @param waits whether events of an ordering key are parked already
    Judgement(Subscription subscription, Predicate<OrderingKey> waits, RandomGenerator chance) {
        this.subscription = subscription;
        this.waits = waits;
        this.chance = chance;
    }

    void judge(Fate fate) {
        switch (fate) {
            case Tried(var item, var outcome, var took) -> judge(item, outcome, took);
            case Flying(var item) -> park(item, State.FLYING, item.attempts() + 1,
                    subscription.timeout().plus(MARGIN), null);
            case Left(var item) -> leave(item);
        }
    }

    Settlement settlement(Map<Lease, Place> places) {
        return new Settlement(places, delivered, parked, attempts);
    }

    boolean hasNothingToWrite() {
        return delivered.isEmpty() && parked.isEmpty() && attempts.isEmpty();
    }

    /// The keys that have parked events from now on.
    Set<OrderingKey> newlyWaiting() {
        return newlyWaiting;
    }

    /// The keys of events that were parked and are delivered now, each with its shard: some may have none left.
    Map<OrderingKey, Short> freed() {
        return freed;
    }

    /// Whether some that are parked have their turn now.
    boolean givesTurns() {
        return gone == null && (!freed.isEmpty() || parked.stream().anyMatch(Judgement::isDue));
    }

    private static boolean isDue(Parking parking) {
        return parking.state() == State.WAITING && parking.delay().isZero();
    }

    /// Why the receiver wants nothing any more, if it said so.
    @Nullable
    String gone() {
        return gone;
    }

    int delivered() {
        return arrived;
    }

    int parked() {
        return parked.size() - dead;
    }

    int dead() {
        return dead;
    }

    private void judge(Item item, Outcome outcome, Duration took) {
        switch (outcome) {
            case Delivered _ -> arrive(item, took);
            case Failed(var why, var notBefore, var answer) -> fail(item, "failed", took, why, notBefore, answer);
            case Refused(var why, var answer) when subscription.deadWhenRefused() -> {
                record(item, "refused", took, why, answer);
                die(item, why);
            }
            case Refused(var why, var answer) -> fail(item, "refused", took, why, null, answer);
            case Gone(var why, var answer) -> {
                gone = why;
                record(item, "gone", took, why, answer);
                park(item, State.WAITING, item.attempts() + 1, Duration.ZERO, why);
            }
        }
    }

    private void arrive(Item item, Duration took) {
        arrived++;
        if (subscription.everyAttempt()) {
            record(item, "delivered", took, null, null);
        }
        if (item.parked()) {
            delivered.put(item.event().id(), item.shard());
            var key = key(item);
            if (key != null) {
                freed.put(key, item.shard());
            }
        }
    }

    private void fail(Item item, String outcome, Duration took, String why, @Nullable Duration notBefore,
            @Nullable Answer answer) {
        record(item, outcome, took, why, answer);
        var failures = item.attempts() + 1;
        if (failures >= subscription.retry().attempts()) {
            die(item, why);
        } else {
            park(item, State.WAITING, failures, Backoff.after(failures, subscription.retry(), notBefore, chance), why);
        }
    }

    private void die(Item item, String why) {
        dead++;
        park(item, State.DEAD, item.attempts() + 1, Duration.ZERO, why);
    }

    /// What was held back stays as it is. What was not comes behind those of its key that are, or is first.
    private void leave(Item item) {
        if (!item.parked()) {
            var key = key(item);
            var behind = key != null && (waits.test(key) || newlyWaiting.contains(key));
            park(item, behind ? State.QUEUED : State.WAITING, item.attempts(), Duration.ZERO, null);
        }
    }

    private void park(Item item, State state, int failures, Duration delay, @Nullable String why) {
        var event = item.event();
        var key = key(item);
        if (key != null) {
            newlyWaiting.add(key);
        }
        var any = event.orderingKey();
        parked.add(new Parking(event.id(), event.at(), item.shard(), event.ordering(), any == null ? null : any.hash(),
                state, failures, delay, why, !item.parked()));
    }

    private void record(Item item, String outcome, Duration took, @Nullable String why, @Nullable Answer answer) {
        attempts.add(new Attempt(item.event().id(), item.shard(), item.attempts() + 1, outcome, took,
                answer == null ? null : answer.status(), why, answer == null ? null : answer.excerpt()));
    }

    private @Nullable OrderingKey key(Item item) {
        return subscription.ordered() ? item.event().orderingKey() : null;
    }
}
