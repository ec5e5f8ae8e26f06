package dev.onceward.relay.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.lease.SubscriptionLeases;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Delivers the events of one subscription page by page, as many at a time as the subscription's concurrency allows.
public final class DeliverEvents {

    /// @param events the most events of a page
    /// @param time how long a page may take
    public record PageLimits(int events, Duration time) {}

    /// The most bytes of events whose attempts outlive their page.
    private static final long MOST_UNFINISHED = 64 << 20;

    private final Subscription subscription;
    private final AttemptDelivery attempts;
    private final UnfinishedAttempts unfinishedAttempts;
    private final SubscriptionLeases leases;
    private final Predicate<OrderingKey> waits;
    private final PageSize pageSize;
    private final Duration pageTime;

    /// @param waits whether an ordering key has parked events, so that further events of that key must wait
    public DeliverEvents(Subscription subscription, AttemptDelivery attempts, UnfinishedAttempts unfinishedAttempts,
            SubscriptionLeases leases, Predicate<OrderingKey> waits, PageLimits limits) {
        this.subscription = subscription;
        this.attempts = attempts;
        this.unfinishedAttempts = unfinishedAttempts;
        this.leases = leases;
        this.waits = waits;
        this.pageSize = new PageSize(subscription.concurrency(), limits.events());
        this.pageTime = limits.time();
    }

    /// How long to wait until the next attempt is allowed.
    public Duration pause() {
        return attempts.pause();
    }

    /// Whether the next attempt is a probe, which shows whether the receiver accepts events again.
    public boolean areProbes() {
        return attempts.areProbes();
    }

    /// How many events the next page may have: none while the limit of unfinished attempts is reached.
    public int room() {
        var free = free();
        if (free == 0) {
            return 0;
        }
        return attempts.areProbes() ? 1 : pageSize.page(free);
    }

    /// Completes when an unfinished attempt ends, or after a page's time.
    public Uni<Void> untilRoom() {
        return unfinishedAttempts.hasEnded() ? Uni.createFrom().voidItem() : untilOneEnds(pageTime);
    }

    /// Completes when an attempt that outlived its page ends, or after this time.
    public Uni<Void> untilOneEnds(Duration time) {
        return unfinishedAttempts.untilOneEnds(time);
    }

    /// Whether there are attempts that outlived their page and are not settled.
    public boolean hasUnfinished() {
        return unfinishedAttempts.hasAny();
    }

    /// Whether no attempt is allowed now, and no ended attempt waits to be settled.
    public boolean mustPause() {
        return pause().isPositive() && !unfinishedAttempts.hasEnded();
    }

    /// Completes when every event was tried, or after a page's time.
    ///
    /// @return the result of each event; events that must wait for others of their ordering key come last
    public Uni<List<DeliveryResult>> deliver(List<EventToDeliver> events) {
        var grouped = new GroupPageByOrderingKey(subscription.ordered(), waits);
        events.forEach(grouped::add);
        var held = leases.held();
        return new DeliverPage(attempts::send, this::mayGoOn, Math.max(1, free())).run(grouped.lines(), pageTime)
                .onItem().invoke(results -> keepUnfinished(results, held))
                .onItem().invoke(pageSize::learn)
                .map(results -> withBehind(results, grouped.behind()));
    }

    private int free() {
        return unfinishedAttempts.bytes() > MOST_UNFINISHED
                ? 0
                : Math.max(0, subscription.concurrency() - unfinishedAttempts.many());
    }

    private boolean mayGoOn() {
        return leases.mayDeliver() && attempts.admit();
    }

    private void keepUnfinished(List<DeliveryResult> results, Set<ShardLease> held) {
        results.stream().filter(StillUnderWay.class::isInstance).map(StillUnderWay.class::cast)
                .forEach(attempt -> unfinishedAttempts.add(attempt, held));
    }

    private static List<DeliveryResult> withBehind(List<DeliveryResult> results, List<EventToDeliver> behind) {
        var all = new ArrayList<>(results);
        behind.forEach(eventToDeliver -> all.add(new NotTried(eventToDeliver)));
        return all;
    }
}
