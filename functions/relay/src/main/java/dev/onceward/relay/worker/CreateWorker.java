package dev.onceward.relay.worker;

import java.time.Duration;

import dev.onceward.relay.delivery.AttemptDelivery;
import dev.onceward.relay.delivery.CircuitBreaker.Limits;
import dev.onceward.relay.delivery.DeliverEvents;
import dev.onceward.relay.delivery.DeliverEvents.PageLimits;
import dev.onceward.relay.delivery.UnfinishedAttempts;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.lease.SubscriptionLeases;
import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.progress.RelayStores;
import dev.onceward.relay.progress.SaveProgress;
import dev.onceward.relay.read.ParkedKeys;
import dev.onceward.relay.read.PollParked;
import dev.onceward.relay.read.ReadLog;
import dev.onceward.relay.renew.EnrollSubscription;
import dev.onceward.relay.renew.GiveBackShards;
import dev.onceward.relay.renew.PauseOnInvalidCursor;
import dev.onceward.relay.renew.RenewLeases;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;

/// Creates the worker of a subscription with its collaborators.
public final class CreateWorker {
    /// The longest pause of a circuit breaker.
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private final RelayStores stores;
    private final WorkerConfig config;
    private final RelayMetrics metrics;

    public CreateWorker(RelayStores stores, WorkerConfig config, RelayMetrics metrics) {
        this.stores = stores;
        this.config = config;
        this.metrics = metrics;
    }

    public SubscriptionWorker of(Subscription subscription, Sink sink) {
        var shards = new HeldShards();
        var unfinished = new UnfinishedAttempts();
        var keys = new ParkedKeys(subscription, stores.unblock(), shards);
        var leases = leases(subscription, shards);
        var progress = new SaveProgress(subscription, stores, shards, keys, unfinished, metrics);
        return new SubscriptionWorker(subscription,
                new RenewLeases(new EnrollSubscription(subscription, stores.starts()), leases, keys,
                        new GiveBackShards(leases, unfinished, progress, patience(subscription)),
                        new PauseOnInvalidCursor(subscription.name(), stores.pauses(), metrics)),
                new PollParked(subscription, stores.parked(), shards),
                new ReadLog(stores.openWindow(), stores.windows(), reading(subscription), shards, keys),
                new DeliverEvents(subscription, attempts(subscription, sink), unfinished, leases, keys::has,
                        new PageLimits(config.pageEvents(), config.pageTime())),
                progress);
    }

    private SubscriptionLeases leases(Subscription subscription, HeldShards shards) {
        return new SubscriptionLeases(subscription.name(), stores.cursors(), config.lease(), shards,
                changes -> metrics.leasesChanged(subscription.name(), changes));
    }

    private AttemptDelivery attempts(Subscription subscription, Sink sink) {
        return new AttemptDelivery(subscription, sink,
                new Limits(config.breakerFailures(), config.breakerPause(), LONGEST_PAUSE),
                tried -> metrics.tried(subscription.name(), tried));
    }

    private ReadLog.Settings reading(Subscription subscription) {
        return new ReadLog.Settings(subscription.wanted(), config.pageEvents(),
                events -> metrics.page(subscription.name(), events));
    }

    /// How long attempts are awaited before shards are given back: the leases certainly hold for that time.
    private Duration patience(Subscription subscription) {
        var certain = config.lease().dividedBy(3);
        return certain.compareTo(subscription.timeout()) < 0 ? certain : subscription.timeout();
    }
}
