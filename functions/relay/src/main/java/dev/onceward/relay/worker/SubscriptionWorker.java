package dev.onceward.relay.worker;

import java.time.Duration;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.delivery.DeliverEvents;
import dev.onceward.relay.read.PollParked;
import dev.onceward.relay.read.ReadLog;
import dev.onceward.relay.renew.RenewLeases;
import dev.onceward.relay.settle.DeliveryCounts;
import dev.onceward.relay.settle.SaveProgress;
import dev.onceward.relay.settle.SettlementPlan;
import dev.onceward.relay.subscription.Subscription;

/// Carries the events of one subscription, one round after the other: renew the leases, read, deliver, settle.
public final class SubscriptionWorker {
    private final Subscription subscription;
    private final RenewLeases leases;
    private final PollParked parked;
    private final ReadLog log;
    private final DeliverEvents delivery;
    private final SaveProgress progress;

    SubscriptionWorker(Subscription subscription, RenewLeases leases, PollParked parked, ReadLog log,
            DeliverEvents delivery, SaveProgress progress) {
        this.subscription = subscription;
        this.leases = leases;
        this.parked = parked;
        this.log = log;
        this.delivery = delivery;
        this.progress = progress;
    }

    public Subscription subscription() {
        return subscription;
    }

    public Uni<Void> enroll() {
        return leases.enroll();
    }

    /// Fails if PostgreSQL does; then nothing is held any more and the next round begins anew.
    public Uni<RoundResult> round() {
        return leases.keep()
                .chain(this::work)
                .onFailure().call(leases::pauseIfInvalid)
                .onFailure().invoke(this::startOver);
    }

    DeliveryCounts counts() {
        return progress.counts();
    }

    /// Asks for shards that others had at once.
    void askAgain() {
        leases.renewSoonIf(true);
    }

    /// Ends when an attempt ends that outlived its page, or when time is over.
    Uni<Void> untilOneEnds(Duration time) {
        return delivery.untilOneEnds(time);
    }

    /// Writes how far it came and gives everything back.
    public Uni<Void> end() {
        return leases.end().eventually(this::startOver);
    }

    /// After an end, another run.
    void begin() {
        leases.begin();
    }

    private Uni<RoundResult> work() {
        if (leases.haveNothing()) {
            return Uni.createFrom().item(result(false, Duration.ZERO));
        }
        return delivery.mustPause()
                ? progress.settleRest().map(_ -> result(false, delivery.pause()))
                : readDue().chain(this::addPage).chain(this::deliver).chain(this::settle);
    }

    /// While as many attempts are under way as may be, nothing is read; no page while what is due takes all the room.
    private Uni<Round> readDue() {
        var round = Round.of(delivery.room());
        return round.room() == 0
                ? delivery.untilRoom().replaceWith(round)
                : parked.take(round.room(), delivery.areProbes()).map(round::withDue);
    }

    private Uni<Round> addPage(Round round) {
        return round.room() == 0 ? Uni.createFrom().item(round) : log.page(round.room()).map(round::withPage);
    }

    private Uni<Round> deliver(Round round) {
        return delivery.deliver(round.events()).map(round::withResults);
    }

    private Uni<RoundResult> settle(Round round) {
        return progress.settle(round.results(), log.pass(round.page())).map(plan -> follow(round, plan));
    }

    /// Keys that go on have an event that is due now. A receiver that is gone paused the subscription, which the leases know.
    private RoundResult follow(Round round, SettlementPlan plan) {
        parked.soonIf(plan.givesTurns());
        leases.renewSoonIf(plan.isGone());
        return result(round.hasMore() || plan.givesTurns(), delivery.pause());
    }

    private RoundResult result(boolean more, Duration pause) {
        return new RoundResult(more, pause, leases.haveAll(), leases.isPaused(), delivery.hasUnfinished());
    }

    /// What is under way is not ours to settle any more: whoever takes the shards finds it in the database.
    private void startOver() {
        leases.startOver();
        progress.startOver();
    }
}
