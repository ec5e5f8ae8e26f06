package dev.onceward.relay.worker;

import java.time.Duration;

import io.smallrye.mutiny.Uni;

import dev.onceward.relay.delivery.DeliverEvents;
import dev.onceward.relay.progress.DeliveryCounts;
import dev.onceward.relay.progress.SaveProgress;
import dev.onceward.relay.progress.SettlementPlan;
import dev.onceward.relay.read.PollParked;
import dev.onceward.relay.read.ReadLog;
import dev.onceward.relay.renew.RenewLeases;
import dev.onceward.relay.subscription.Subscription;

/// Delivers the events of one subscription, one round after the other: renew the leases, read, deliver, settle.
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

    /// Fails if PostgreSQL fails. All leases are then dropped in memory, and the next round begins anew.
    public Uni<RoundResult> round() {
        return leases.keep()
                .chain(this::work)
                .onFailure().call(leases::pauseIfInvalid)
                .onFailure().invoke(this::startOver);
    }

    DeliveryCounts counts() {
        return progress.counts();
    }

    /// Makes the next round ask for shards of other relays at once.
    void askAgain() {
        leases.renewSoonIf(true);
    }

    /// Completes when an attempt that outlived its page ends, or after this time.
    Uni<Void> untilOneEnds(Duration time) {
        return delivery.untilOneEnds(time);
    }

    /// Writes the progress and gives all leases back.
    public Uni<Void> end() {
        return leases.end().eventually(this::startOver);
    }

    /// Allows another run after an end.
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

    /// Reads nothing while the limit of unfinished attempts is reached, and no page while due events take all the room.
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

    /// After parked events became due, the next round follows at once. After the receiver was gone, the leases are
    /// renewed, which shows that the subscription is paused.
    private RoundResult follow(Round round, SettlementPlan plan) {
        parked.soonIf(plan.givesTurns());
        leases.renewSoonIf(plan.isGone());
        return result(round.hasMore() || plan.givesTurns(), delivery.pause());
    }

    private RoundResult result(boolean more, Duration pause) {
        return new RoundResult(more, pause, leases.haveAll(), leases.isPaused(), delivery.hasUnfinished());
    }

    /// Attempts under way can no longer be settled here. The next owner of the shards continues from the database.
    private void startOver() {
        leases.startOver();
        progress.startOver();
    }
}
