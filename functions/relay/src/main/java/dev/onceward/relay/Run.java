package dev.onceward.relay;

import java.time.Duration;

import io.smallrye.mutiny.Uni;

/// Drains one subscription until nothing is left or time is over.
final class Run {
    private static final Duration LONGEST_REST = Duration.ofMillis(500);

    private final Courier courier;
    private final long until;
    private int delivered;
    private int parked;
    private int dead;
    private boolean emptied;
    private volatile boolean ending;

    /// What came of it.
    ///
    /// @param emptied whether nothing was left
    record Done(String subscription, int delivered, int parked, int dead, boolean emptied) {}

    Run(Courier courier, Duration time) {
        this.courier = courier;
        this.until = System.nanoTime() + time.toNanos();
    }

    Uni<Done> run() {
        courier.begin();
        return Uni.createFrom().deferred(courier::round)
                .onItem().invoke(this::count)
                .onItem().transformToUni(this::rest)
                .repeat().until(this::isOver)
                .collect().last()
                .onItemOrFailure().transformToUni((_, failure) -> courier.end()
                        .onItem().transformToUni(_ -> failure == null
                                ? Uni.createFrom().item(done())
                                : Uni.createFrom().failure(failure)));
    }

    /// Goes on no longer than the round that is under way.
    void end() {
        ending = true;
    }

    /// What takes longer than its page is waited for: given up, it would be delivered again by the next run.
    private Uni<Round> rest(Round round) {
        return round.more() || !courier.isAloft() || isLate()
                ? Uni.createFrom().item(round)
                : courier.landing(LONGEST_REST).replaceWith(round);
    }

    private boolean isOver(Round round) {
        return isLate() || (!courier.isAloft() && (!round.more() || round.pause().isPositive()));
    }

    private boolean isLate() {
        return ending || System.nanoTime() - until > 0;
    }

    private void count(Round round) {
        delivered += round.delivered();
        parked += round.parked();
        dead += round.dead();
        emptied = !round.more();
    }

    private Done done() {
        return new Done(courier.subscription().name(), delivered, parked, dead, emptied);
    }
}
