package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

import org.jspecify.annotations.Nullable;

import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.DeliveryResult.Tried;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Gone;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Decides what follows from the results of a page: which events are parked, which are unparked, and which attempts are
/// recorded.
final class PlanSettlement {
    /// Added to the time of an attempt, so that no other attempt begins before it has ended.
    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Subscription subscription;
    private final RandomGenerator chance;
    private final Predicate<OrderingKey> waits;

    /// @param waits whether an ordering key has parked events already
    PlanSettlement(Subscription subscription, Predicate<OrderingKey> waits, RandomGenerator chance) {
        this.subscription = subscription;
        this.waits = waits;
        this.chance = chance;
    }

    /// @param results the results of an ordering key in its order
    SettlementPlan plan(Collection<? extends DeliveryResult> results) {
        var plan = new SettlementPlan(subscription.ordered());
        results.forEach(result -> add(plan, result));
        return plan;
    }

    private void add(SettlementPlan plan, DeliveryResult deliveryResult) {
        switch (deliveryResult) {
            case Tried tried -> addTried(plan, tried);
            case StillUnderWay(var eventToDeliver, _) -> plan.park(eventToDeliver, ParkedState.IN_FLIGHT,
                    eventToDeliver.attempts() + 1, subscription.timeout().plus(MARGIN), null);
            case NotTried(var eventToDeliver) -> leave(plan, eventToDeliver);
        }
    }

    private void addTried(SettlementPlan plan, Tried tried) {
        var eventToDeliver = tried.item();
        switch (tried.outcome()) {
            case Delivered _ -> deliver(plan, tried);
            case Failed(var why, var notBefore, var answer) -> {
                plan.record(tried, why, answer);
                retry(plan, eventToDeliver, why, notBefore);
            }
            case Refused(var why, var answer) -> {
                plan.record(tried, why, answer);
                refuse(plan, eventToDeliver, why);
            }
            case Gone(var why, var answer) -> {
                plan.pause(why);
                plan.record(tried, why, answer);
                plan.park(eventToDeliver, ParkedState.SCHEDULED, eventToDeliver.attempts() + 1, Duration.ZERO, why);
            }
        }
    }

    private void deliver(SettlementPlan plan, Tried tried) {
        if (subscription.everyAttempt()) {
            plan.record(tried, null, null);
        }
        plan.deliver(tried.item());
    }

    private void refuse(SettlementPlan plan, EventToDeliver eventToDeliver, String why) {
        if (subscription.deadWhenRefused()) {
            die(plan, eventToDeliver, why);
        } else {
            retry(plan, eventToDeliver, why, null);
        }
    }

    private void retry(SettlementPlan plan, EventToDeliver eventToDeliver, String why, @Nullable Duration notBefore) {
        var failures = eventToDeliver.attempts() + 1;
        if (failures >= subscription.retry().attempts()) {
            die(plan, eventToDeliver, why);
        } else {
            plan.park(eventToDeliver, ParkedState.SCHEDULED, failures,
                    Backoff.after(failures, subscription.retry(), notBefore, chance), why);
        }
    }

    private static void die(SettlementPlan plan, EventToDeliver eventToDeliver, String why) {
        plan.park(eventToDeliver, ParkedState.DEAD, eventToDeliver.attempts() + 1, Duration.ZERO, why);
    }

    /// Leaves a parked event as it is. Any other event is parked: blocked if its key has parked events, otherwise due.
    private void leave(SettlementPlan plan, EventToDeliver eventToDeliver) {
        if (!eventToDeliver.isParked()) {
            var key = plan.key(eventToDeliver);
            var behind = key != null && (waits.test(key) || plan.newlyWaiting().contains(key));
            plan.park(eventToDeliver, behind ? ParkedState.BLOCKED : ParkedState.SCHEDULED, eventToDeliver.attempts(),
                    Duration.ZERO, null);
        }
    }
}
