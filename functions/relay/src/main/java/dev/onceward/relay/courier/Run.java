package dev.onceward.relay.courier;

import java.time.Duration;

import io.smallrye.mutiny.Uni;

/// Drains one subscription until nothing is left or time is over. Shards that others have are theirs to drain; but if
/// those do not, because they died, it waits for them.
public final class Run {
    private static final Duration LONGEST_REST = Duration.ofMillis(500);

    private final Courier courier;
    private final long until;
    private final Counts before;
    private boolean emptied;
    private volatile boolean ending;

    /// What came of it.
    ///
    /// @param emptied whether nothing was left in the log
    public record Done(String subscription, int delivered, int parked, int dead, boolean emptied) {}

    public Run(Courier courier, Duration time) {
        this.courier = courier;
        this.before = courier.counts();
        this.until = System.nanoTime() + time.toNanos();
    }

    public Uni<Done> run() {
        courier.begin();
        return Uni.createFrom().deferred(courier::round)
                .onItem().invoke(_ -> emptied = false)
                .onItem().transformToUni(this::lookAround)
                .repeat().until(this::isOver)
                .collect().last()
                .onItemOrFailure().transformToUni((_, failure) -> courier.end()
                        .onItem().transformToUni(_ -> failure == null
                                ? Uni.createFrom().item(done())
                                : Uni.createFrom().failure(failure)));
    }

    /// Goes on no longer than the round that is under way.
    public void end() {
        ending = true;
    }

    /// What takes longer than its page is waited for: given up, it would be delivered again by the next run. So is what
    /// others have and do not deliver.
    private Uni<Round> lookAround(Round round) {
        if (round.more() || isLate()) {
            return Uni.createFrom().item(round);
        }
        if (courier.isAloft()) {
            return courier.landing(LONGEST_REST).replaceWith(round);
        }
        if (courier.hasAll() || courier.isPaused()) {
            emptied = courier.hasAll();
            return Uni.createFrom().item(round);
        }
        return courier.standing()
                .onItem().invoke(standing -> emptied = standing.map(it -> it.lagEvents() == 0).orElse(true))
                .onItem().transformToUni(_ -> emptied ? Uni.createFrom().voidItem() : rest())
                .replaceWith(round);
    }

    private Uni<Void> rest() {
        return Uni.createFrom().voidItem().onItem().delayIt().by(LONGEST_REST).invoke(courier::askAgain);
    }

    private boolean isOver(Round round) {
        return isLate() || (!courier.isAloft() && (emptied || courier.isPaused() || round.pause().isPositive()));
    }

    private boolean isLate() {
        return ending || System.nanoTime() - until > 0;
    }

    private Done done() {
        var counts = courier.counts().since(before);
        return new Done(courier.subscription().name(), counts.delivered(), counts.parked(), counts.dead(), emptied);
    }
}
