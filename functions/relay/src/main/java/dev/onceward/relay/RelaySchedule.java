package dev.onceward.relay;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.logging.Log;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import io.smallrye.mutiny.Uni;

import dev.onceward.relay.run.RunLoops;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.status.CachedSubscriptionStatus;
import dev.onceward.relay.view.SubscriptionStatus;
import dev.onceward.relay.worker.SubscriptionWorker;
import dev.onceward.runtime.upkeep.SubscriptionWithoutRelay;
import dev.onceward.runtime.upkeep.Upkeep;

/// Runs the repeated work of a relay: the upkeep, by the process that gets the lock, and the metrics of all
/// subscriptions.
@Singleton
final class RelaySchedule {
    private final SubscriptionWorkers workers;
    private final Upkeep upkeep;
    private final Scheduler scheduler;
    private final CachedSubscriptionStatus statuses;
    private final Map<String, Boolean> said = new ConcurrentHashMap<>();
    private volatile double unreadDays = Double.NaN;

    RelaySchedule(SubscriptionWorkers workers, CachedSubscriptionStatus statuses, Upkeep upkeep,
            MeterRegistry registry,
            Scheduler scheduler) {
        this.scheduler = scheduler;
        this.workers = workers;
        this.statuses = statuses;
        this.upkeep = upkeep;
        var _ = Gauge.builder("onceward.relay.days.unread", () -> unreadDays)
                .description("Days of the log that are old enough to be dropped but not read by every subscription")
                .register(registry);
        workers.all().forEach(worker -> gauges(worker.subscription().name(), registry));
    }

    /// Starts after everything else: when a wrong configuration stops the start, failures of scheduled work would hide
    /// its message.
    void begin(@Observes @Priority(RunLoops.LAST) StartupEvent start) {
        scheduler.resume();
    }

    @Scheduled(every = "10s", identity = "relay-upkeep", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> keepUp() {
        return upkeep.run().replaceWithVoid();
    }

    @Scheduled(every = "5s", identity = "statuses", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return statuses.now().onItem().transformToUni(_ -> lookAtDays());
    }

    /// Records that this relay's subscriptions are configured. Logs once when a subscription without a relay keeps days
    /// of the log, and once when it no longer does.
    @Scheduled(every = "10m", identity = "wanted", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> say() {
        var names = workers.all().stream().map(worker -> worker.subscription().name())
                .collect(Collectors.toSet());
        var enrolled = workers.all().stream().map(SubscriptionWorker::enroll).toList();
        var all = enrolled.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(enrolled).andFailFast().replaceWithVoid();
        return all.onItem().transformToUni(_ -> upkeep.orphans(names))
                .onItem().invoke(orphans -> orphans.forEach(this::say))
                .onFailure().recoverWithNull()
                .replaceWithVoid();
    }

    private void say(SubscriptionWithoutRelay subscriptionWithoutRelay) {
        if (!Boolean.valueOf(subscriptionWithoutRelay.forgotten())
                .equals(said.put(subscriptionWithoutRelay.subscription(), subscriptionWithoutRelay.forgotten()))) {
            Log.warnf(subscriptionWithoutRelay.forgotten()
                    ? "no relay is configured with this subscription any more, so its unread events may be deleted now: %s"
                    : "no relay is configured with this subscription, whose unread events keep days of the log from being deleted: %s",
                    "subscription=" + subscriptionWithoutRelay.subscription() + " seen="
                            + subscriptionWithoutRelay.seen());
        }
    }

    private Uni<Void> lookAtDays() {
        return upkeep.unreadDays()
                .onItem().invoke(days -> unreadDays = days)
                .onFailure().invoke(() -> unreadDays = Double.NaN)
                .onFailure().recoverWithNull()
                .replaceWithVoid();
    }

    private void gauges(String name, MeterRegistry registry) {
        gauge(registry, name, "onceward.relay.lag.events",
                "Events that the subscription has not read, up to the next 20,000 of the log",
                SubscriptionStatus::lagEvents);
        gauge(registry, name, "onceward.relay.lag.seconds",
                "Age of the oldest event that is not delivered; dead events do not count",
                status -> status.lag().toMillis() / 1000d);
        gauge(registry, name, "onceward.relay.parked", "Parked events that are not dead, up to 10,000 of each state",
                status -> status.parked("scheduled") + status.parked("blocked") + status.parked("in_flight"));
        gauge(registry, name, "onceward.relay.dead", "Dead events, up to 10,000",
                status -> status.parked("dead"));
        gauge(registry, name, "onceward.relay.paused", "1 while the subscription is paused",
                status -> status.pausedBy() == null ? 0 : 1);
    }

    /// The value is not a number while the status is unknown, because an outdated number would look like a current one.
    private void gauge(MeterRegistry registry, String name, String gauge, String description,
            ToDoubleFunction<SubscriptionStatus> measure) {
        var _ = Gauge.builder(gauge, () -> statuses.of(name).map(measure::applyAsDouble).orElse(Double.NaN))
                .description(description).tags("subscription", name).register(registry);
    }
}
