package dev.onceward.relay.worker;

import java.time.Duration;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.progress.DeliveryCounts;
import dev.onceward.relay.view.ReadSubscriptionStatus;

/// Delivers the events of one subscription until none is left or its time is over. Shards of other relays are theirs to
/// drain; if those relays do not, because they died, this one waits for the shards.
public final class DrainSubscription {
    private static final Duration LONGEST_REST = Duration.ofMillis(500);

    private final SubscriptionWorker worker;
    private final ReadSubscriptionStatus status;
    private final long until;
    private final DeliveryCounts before;
    private boolean emptied;
    private volatile boolean ending;

    /// The result of draining.
    ///
    /// @param emptied whether no event was left in the log
    public record Done(String subscription, int delivered, int parked, int dead, boolean emptied) {}

    public DrainSubscription(SubscriptionWorker worker, ReadSubscriptionStatus status, Duration time) {
        this.worker = worker;
        this.status = status;
        this.before = worker.counts();
        this.until = System.nanoTime() + time.toNanos();
    }

    public Uni<Done> run() {
        worker.begin();
        return Uni.createFrom().deferred(worker::round)
                .onItem().invoke(_ -> emptied = false)
                .chain(this::lookAround)
                .repeat().until(this::isOver)
                .collect().last()
                .eventually(worker::end)
                .map(_ -> done());
    }

    /// Stops after the round that is under way.
    public void end() {
        ending = true;
    }

    /// Waits for attempts that outlived their page, because the next run would deliver their events again; and for
    /// shards that other relays hold and do not drain.
    private Uni<RoundResult> lookAround(RoundResult roundResult) {
        if (roundResult.more() || isLate()) {
            return Uni.createFrom().item(roundResult);
        }
        if (roundResult.hasUnfinished()) {
            return worker.untilOneEnds(LONGEST_REST).replaceWith(roundResult);
        }
        if (roundResult.hasAll() || roundResult.isPaused()) {
            emptied = roundResult.hasAll();
            return Uni.createFrom().item(roundResult);
        }
        return lookAtOthers().replaceWith(roundResult);
    }

    private Uni<Void> lookAtOthers() {
        return status.of(worker.subscription().name(), worker.subscription().wanted())
                .onItem().invoke(found -> emptied = found.map(it -> it.lagEvents() == 0).orElse(true))
                .chain(() -> emptied ? Uni.createFrom().voidItem() : rest());
    }

    private Uni<Void> rest() {
        return Uni.createFrom().voidItem().onItem().delayIt().by(LONGEST_REST).invoke(worker::askAgain);
    }

    private boolean isOver(RoundResult roundResult) {
        return isLate() || (!roundResult.hasUnfinished()
                && (emptied || roundResult.isPaused() || roundResult.pause().isPositive()));
    }

    private boolean isLate() {
        return ending || System.nanoTime() - until > 0;
    }

    private Done done() {
        var counts = worker.counts().since(before);
        return new Done(worker.subscription().name(), counts.delivered(), counts.parked(), counts.dead(),
                emptied);
    }
}
