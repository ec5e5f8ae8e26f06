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

/// What is done again and again: upkeep, by whoever gets the lock, and a look at how the subscriptions stand.
@Singleton
final class RelaySchedule {
    private final SubscriptionWorkers workers;
    private final Upkeep upkeep;
    private final Scheduler scheduler;
    private final CachedSubscriptionStatus standings;
    private final Map<String, Boolean> said = new ConcurrentHashMap<>();
    private volatile double unreadDays = Double.NaN;

    RelaySchedule(SubscriptionWorkers workers, CachedSubscriptionStatus standings, Upkeep upkeep,
            MeterRegistry registry,
            Scheduler scheduler) {
        this.scheduler = scheduler;
        this.workers = workers;
        this.standings = standings;
        this.upkeep = upkeep;
        var _ = Gauge.builder("onceward.relay.days.unread", () -> unreadDays)
                .description("Days of the log that are old enough to go and not read by every subscription")
                .register(registry);
        workers.all().forEach(worker -> gauges(worker.subscription().name(), registry));
    }

    /// Not before the start is over: one that a wrong configuration stops would be drowned out by what fails with it.
    void begin(@Observes @Priority(RunLoops.LAST) StartupEvent start) {
        scheduler.resume();
    }

    @Scheduled(every = "10s", identity = "relay-upkeep", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> keepUp() {
        return upkeep.run().replaceWithVoid();
    }

    @Scheduled(every = "5s", identity = "standings", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return standings.now().onItem().transformToUni(_ -> lookAtDays());
    }

    /// Says that the subscriptions are still wanted, and of each that nobody wants once that it keeps days of the log and
    /// once that it does no more.
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
                    ? "no relay has configured the subscription for long, so it no longer keeps days of the log: %s"
                    : "no relay has configured the subscription, and it still keeps days of the log: %s",
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
                "Events it has yet to get, of the next 20,000 of the log: there may be more",
                SubscriptionStatus::lagEvents);
        gauge(registry, name, "onceward.relay.lag.seconds", "Since the oldest event it has not got was stored",
                standing -> standing.lag().toMillis() / 1000d);
        gauge(registry, name, "onceward.relay.parked", "Events that are held back, up to 10,000 of each state",
                standing -> standing.parked("scheduled") + standing.parked("blocked") + standing.parked("in_flight"));
        gauge(registry, name, "onceward.relay.dead", "Events that wait for a person, up to 10,000",
                standing -> standing.parked("dead"));
        gauge(registry, name, "onceward.relay.paused", "1 while it is paused",
                standing -> standing.pausedBy() == null ? 0 : 1);
    }

    /// What cannot be told is no number: a stale one would look like one.
    private void gauge(MeterRegistry registry, String name, String gauge, String description,
            ToDoubleFunction<SubscriptionStatus> measure) {
        var _ = Gauge.builder(gauge, () -> standings.of(name).map(measure::applyAsDouble).orElse(Double.NaN))
                .description(description).tags("subscription", name).register(registry);
    }
}
