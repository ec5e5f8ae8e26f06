package dev.onceward.relay.setup;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

import jakarta.inject.Singleton;

import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.relay.progress.RelayMetrics;
import dev.onceward.relay.progress.RelayStores;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.ReadSubscription;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.subscription.SubscriptionsConfig;
import dev.onceward.relay.worker.CreateWorker;
import dev.onceward.relay.worker.SubscriptionWorker;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// Holds a worker for each configured subscription. They are made at the start, so that a wrong configuration stops it.
@Startup
@Singleton
public final class SubscriptionWorkers {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Map<String, SubscriptionWorker> workers = new TreeMap<>();
    private final List<Sink> sinksInUse = new ArrayList<>();
    private final RelayStores relayStores;

    SubscriptionWorkers(SubscriptionsConfig subscriptions, RelayConfig config, Sinks sinks, Pool pool,
            RelayMetrics metrics) {
        var settings = config.checked();
        this.relayStores = RelayStores.on(pool, PATIENCE, UUID.randomUUID());
        var create = new CreateWorker(relayStores, settings, metrics);
        subscriptions.subscriptions().forEach(
                (name, written) -> add(create, sinks, new ReadSubscription(name, written).read()));
    }

    private void add(CreateWorker create, Sinks sinks, Subscription subscription) {
        var sink = sinks.of(subscription);
        sinksInUse.add(sink);
        workers.put(subscription.name(), create.of(subscription, sink));
    }

    public Collection<SubscriptionWorker> all() {
        return workers.values();
    }

    public Optional<SubscriptionWorker> named(String name) {
        return Optional.ofNullable(workers.get(name));
    }

    /// @throws ProblemException if no such subscription is configured
    public SubscriptionWorker required(String name) {
        return named(name).orElseThrow(() -> new ProblemException(new Problem(ProblemType.UNKNOWN_SUBSCRIPTION,
                "GET /api/v1/subscriptions lists all subscriptions.")));
    }

    public List<Uni<Void>> closeSinks() {
        return sinksInUse.stream().map(Sink::close).toList();
    }

    public RelayStores stores() {
        return relayStores;
    }
}
