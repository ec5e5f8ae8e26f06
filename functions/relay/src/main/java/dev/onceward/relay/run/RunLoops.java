package dev.onceward.relay.run;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.relay.setup.RelayConfig;
import dev.onceward.relay.setup.RelayConfig.Mode;
import dev.onceward.relay.setup.SubscriptionWorkers;
import dev.onceward.relay.share.LimitWakeUps;
import dev.onceward.relay.window.EventFilter;
import dev.onceward.relay.worker.WorkerLoop;

/// In loop mode, runs a loop for each subscription from the start of the process to its end.
@Singleton
public final class RunLoops {
    /// Starts the loops last, so that a wrong configuration stops the start before anything is delivered.
    public static final int LAST = Integer.MAX_VALUE;

    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final SubscriptionWorkers workers;
    private final RelayConfig config;
    private final List<WorkerLoop> loops;
    private final List<Listening> listening;
    private final LimitWakeUps operator;
    private final LimitWakeUps anybody;

    RunLoops(SubscriptionWorkers workers, RelayConfig config, Vertx vertx) {
        this.workers = workers;
        this.config = config;
        var away = new RepeatedFailures();
        this.listening = workers.all().stream()
                .map(worker -> new Listening(new WorkerLoop(worker, config, vertx, away),
                        topics(worker.subscription().wanted())))
                .toList();
        this.loops = listening.stream().map(Listening::loop).toList();
        this.operator = new LimitWakeUps(vertx, Duration.ZERO, this::callAll);
        this.anybody = new LimitWakeUps(vertx, RelayRuns.BETWEEN_SHARED, this::callAll);
    }

    private record Listening(WorkerLoop loop, Predicate<String> topics) {}

    boolean isOn() {
        return config.mode() == Mode.LOOP;
    }

    /// Wakes the loops for a caller with the token.
    void call() {
        operator.call();
    }

    /// Wakes the loops for callers without a token, at most once per second for all of them, because anybody may call.
    void callByAnybody() {
        anybody.call();
    }

    private void callAll() {
        loops.forEach(WorkerLoop::call);
    }

    /// Wakes the loops of the subscriptions that want this topic.
    void call(String topic) {
        listening.stream().filter(one -> one.topics().test(topic)).forEach(one -> one.loop().call());
    }

    void start(@Observes @Priority(LAST) StartupEvent start) {
        if (isOn()) {
            loops.forEach(WorkerLoop::start);
        }
    }

    /// Settles what is under way and gives the leases back. This blocks, because the process would end otherwise.
    void end(@Observes ShutdownEvent end) {
        if (isOn()) {
            all(loops.stream().map(WorkerLoop::end).toList());
        }
        all(workers.closeSinks());
    }

    /// Matches a pattern that is written for PostgreSQL.
    private static Predicate<String> topics(EventFilter eventFilter) {
        var pattern = eventFilter.topicPattern();
        return pattern == null ? _ -> true : Pattern.compile(pattern, Pattern.DOTALL).asMatchPredicate();
    }

    private static void all(List<Uni<Void>> works) {
        if (!works.isEmpty()) {
            var _ = Uni.join().all(works).andCollectFailures()
                    .ifNoItem().after(PATIENCE).fail()
                    .onFailure()
                    .invoke(failure -> Log.warnf("the relay could not finish everything before it ended: cause=%s",
                            failure.toString()))
                    .onFailure().recoverWithNull()
                    .await().indefinitely();
        }
    }
}
