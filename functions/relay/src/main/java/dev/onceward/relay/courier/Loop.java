package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.outage.FailureStreak;

/// Round after round of one courier. After a round that found nothing it rests, longer each time, until something is
/// announced.
public final class Loop {
    private static final Duration AFTER_TROUBLE = Duration.ofMillis(500);

    private final Courier courier;
    private final CourierConfig config;
    private final FailureLog failures;
    private final Doze doze;
    private volatile boolean ending;
    private volatile boolean called;
    private Duration rest;
    private CompletableFuture<?> running = CompletableFuture.completedFuture(null);

    /// @param away the streak of failures because PostgreSQL is away, one for all loops of the process
    public Loop(Courier courier, CourierConfig config, Vertx vertx, FailureStreak away) {
        this.courier = courier;
        this.config = config;
        this.failures = new FailureLog(courier.subscription().name(), away,
                "cannot read the log, tries again until it can", "reads the log again");
        this.doze = new Doze(vertx);
        this.rest = config.pollFastest();
    }

    public void start() {
        running = Uni.createFrom().deferred(this::turn)
                .repeat().until(_ -> ending)
                .collect().last()
                .subscribeAsCompletionStage();
    }

    /// Something came in.
    public void call() {
        called = true;
        doze.wake();
    }

    /// Ends after the round that is under way, writes how far it came and gives its leases back.
    public Uni<Void> end() {
        ending = true;
        doze.wake();
        return Uni.createFrom().completionStage(running)
                .onItemOrFailure().transformToUni((_, _) -> courier.end());
    }

    private Uni<Boolean> turn() {
        called = false;
        return courier.round()
                .onItem().invoke(failures::succeeded)
                .onFailure().invoke(failures::failed)
                .onFailure().recoverWithItem(_ -> Round.quiet(AFTER_TROUBLE))
                .onItem().transformToUni(this::restAfter)
                .replaceWith(ending);
    }

    private Uni<Void> restAfter(Round round) {
        if (ending || (round.more() && round.pause().isZero())) {
            rest = config.pollFastest();
            return Uni.createFrom().voidItem();
        }
        if (round.pause().isPositive()) {
            return doze.rest(Courier.shorter(round.pause(), config.pollSlowest()), () -> ending);
        }
        if (called) {
            rest = config.pollFastest();
            return Uni.createFrom().voidItem();
        }
        var time = rest;
        rest = Courier.shorter(rest.multipliedBy(2), config.pollSlowest());
        return doze.rest(time, () -> called || ending);
    }
}
