package dev.onceward.relay.worker;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.delivery.AttemptDelivery;
import dev.onceward.relay.delivery.CircuitBreaker.Limits;
import dev.onceward.relay.delivery.DeliverPage;
import dev.onceward.relay.delivery.DeliveryResult;
import dev.onceward.relay.delivery.DeliveryResult.NotTried;
import dev.onceward.relay.delivery.DeliveryResult.StillUnderWay;
import dev.onceward.relay.delivery.GroupByOrderingKey;
import dev.onceward.relay.delivery.PageSize;
import dev.onceward.relay.delivery.UnfinishedAttempts;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.lease.KeepLeases;
import dev.onceward.relay.read.PageRead;
import dev.onceward.relay.read.ParkedKeys;
import dev.onceward.relay.read.PollParked;
import dev.onceward.relay.read.ReadLog;
import dev.onceward.relay.settle.DeliveryCounts;
import dev.onceward.relay.settle.PlanSettlement;
import dev.onceward.relay.settle.RelayMetrics;
import dev.onceward.relay.settle.RelayStores;
import dev.onceward.relay.settle.SaveProgress;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.relay.view.SubscriptionStatus;
import dev.onceward.relay.window.EventToDeliver;

/// Carries the events of one subscription, round by round: keep the leases, take what is due and a page, deliver, settle.
/// One round at a time.
public final class SubscriptionWorker {
    /// Of the circuit breaker.
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    /// Bytes of events whose attempts take longer than their page.
    private static final long MOST_UNFINISHED = 64 << 20;

    private final Subscription subscription;
    private final Sink sink;
    private final RelayStores relayStores;
    private final WorkerConfig config;
    private final RelayMetrics metrics;
    private final KeepLeases leases;
    private final AttemptDelivery attemptDelivery;
    private final PageSize pageSize;
    private final UnfinishedAttempts unfinishedAttempts = new UnfinishedAttempts();
    private final HeldShards heldShards = new HeldShards();
    private final ReadLog readLog;
    private final PollParked pollParked;
    private final ParkedKeys keys;
    private final SaveProgress saveProgress;
    private final PauseOnInvalidCursor unreadable;
    private volatile boolean ending;
    private boolean enrolled;
    private boolean paused;

    public SubscriptionWorker(Subscription subscription, Sink sink, RelayStores relayStores, WorkerConfig config,
            RelayMetrics metrics) {
        this.subscription = subscription;
        this.sink = sink;
        this.relayStores = relayStores;
        this.config = config;
        this.metrics = metrics;
        this.leases = new KeepLeases(subscription.name(), relayStores.cursors(), config.lease(),
                this::leasesChanged);
        this.attemptDelivery = new AttemptDelivery(subscription, sink,
                new Limits(config.breakerFailures(), config.breakerPause(), LONGEST_PAUSE),
                tried -> metrics.tried(subscription.name(), tried));
        this.pageSize = new PageSize(subscription.concurrency(), config.pageEvents());
        this.readLog = new ReadLog(relayStores.openWindow(), relayStores.windows(), subscription.wanted(), heldShards,
                config.pageEvents());
        this.pollParked = new PollParked(subscription, relayStores.parked(), heldShards);
        this.keys = new ParkedKeys(subscription, relayStores.turns(), heldShards);
        this.saveProgress = new SaveProgress(subscription, relayStores, heldShards, keys, metrics, this::forgetLog);
        this.unreadable = new PauseOnInvalidCursor(subscription.name(), relayStores.pauses(), metrics);
    }

    public Subscription subscription() {
        return subscription;
    }

    /// Says that the subscription is wanted. A new one starts where its configuration says.
    public Uni<Void> enroll() {
        return relayStores.starts().enroll(subscription.name())
                .onItem().transformToUni(isNew -> isNew ? start() : Uni.createFrom().voidItem())
                .onItem().invoke(() -> enrolled = true);
    }

    /// Fails if PostgreSQL does; then nothing is held any more and the next round begins anew.
    public Uni<RoundResult> round() {
        return keepLeases()
                .onItem().transformToUni(_ -> heldShards.isEmpty() || ending
                        ? Uni.createFrom().item(RoundResult.quiet(Duration.ZERO))
                        : keys.goOn().onItem().transformToUni(_ -> work()))
                .onFailure().call(unreadable::after)
                .onFailure().invoke(this::startOver);
    }

    /// Whether all shards are its own, so that what it does not find is nowhere.
    boolean hasAll() {
        return heldShards.hasAll();
    }

    boolean isPaused() {
        return paused;
    }

    /// Since the process began.
    DeliveryCounts counts() {
        return saveProgress.counts();
    }

    /// Asks for shards that others had at once.
    void askAgain() {
        leases.forget();
    }

    /// Whether attempts are under way, or over and not settled, of which the page is over.
    boolean hasUnfinishedAttempts() {
        return unfinishedAttempts.many() > 0 || saveProgress.hasEnded();
    }

    /// Ends when such an attempt does, or when time is over.
    Uni<Void> untilOneEnds(Duration time) {
        return unfinishedAttempts.untilOneEnds(time);
    }

    /// Writes how far it came and gives everything back.
    public Uni<Void> end() {
        ending = true;
        return Uni.createFrom().deferred(() -> giveBack(heldShards.leases()))
                .onItem().transformToUni(_ -> leases.leave())
                .onItemOrFailure().invoke((_, _) -> startOver(null));
    }

    /// After an end, another run.
    void begin() {
        ending = false;
    }

    public Uni<Void> close() {
        return sink.close();
    }

    public Uni<Optional<SubscriptionStatus>> standing() {
        return relayStores.standings().of(subscription.name(), subscription.wanted());
    }

    private Uni<Void> start() {
        return subscription.fromEarliest()
                ? relayStores.starts().start(subscription.name(), Edge.EARLIEST)
                : relayStores.starts().startNow(subscription.name());
    }

    /// All leases were lost at once, to other relays or with a crash of the server, after which nothing counts that was
    /// read before it.
    private void forgetLog() {
        readLog.startOver();
        keys.startOver();
        leases.forget();
    }

    /// Edges that are known from before a crash of the server must not outlive the leases they were read under.
    private void leasesChanged(int changes) {
        metrics.leasesChanged(subscription.name(), changes);
        if (changes > 0) {
            readLog.startOver();
        }
        if (changes > 0 && heldShards.isEmpty()) {
            leases.forget();
        }
    }

    private Uni<Void> keepLeases() {
        return !leases.areDue()
                ? Uni.createFrom().voidItem()
                : (enrolled ? Uni.createFrom().voidItem() : enroll())
                        .onItem().transformToUni(_ -> leases.renew(heldShards, unfinishedAttempts.many() == 0))
                        .onItem().invoke(held -> paused = held.paused())
                        .onItem().call(unreadable::check)
                        .onItem()
                        .transformToUni(held -> keys.learn(held).replaceWith(KeepLeases.spare(held, heldShards)))
                        .onItem().transformToUni(this::giveBack);
    }

    /// What is under way is waited for as long as the leases certainly hold, because whoever has them next would deliver
    /// it again.
    private Uni<Void> giveBack(Collection<ShardLease> back) {
        return back.isEmpty()
                ? Uni.createFrom().voidItem()
                : saveProgress.close()
                        .onItem().transformToUni(_ -> unfinishedAttempts.untilAllEnd(shorter(subscription.timeout(),
                                config.lease().dividedBy(3))))
                        .onItem().transformToUni(_ -> saveProgress.close())
                        .onItem().invoke(() -> heldShards.drop(back))
                        .onItem().transformToUni(_ -> leases.release(back));
    }

    /// While as many are under way as may be, nothing is read.
    private Uni<RoundResult> work() {
        var pause = attemptDelivery.pause();
        if (pause.isPositive() && !saveProgress.hasEnded()) {
            return saveProgress.close().replaceWith(RoundResult.quiet(pause));
        }
        if (free() > 0) {
            return pollParked.take(most(), attemptDelivery.areProbes())
                    .onItem().transformToUni(due -> page(due).onItem().transformToUni(page -> deliver(due, page)));
        }
        return (saveProgress.hasEnded()
                ? Uni.createFrom().voidItem()
                : unfinishedAttempts.untilOneEnds(config.pageTime()))
                .onItem().transformToUni(_ -> deliver(List.of(), Optional.empty()));
    }

    private int free() {
        return unfinishedAttempts.bytes() > MOST_UNFINISHED
                ? 0
                : Math.max(0, subscription.concurrency() - unfinishedAttempts.many());
    }

    private int most() {
        return attemptDelivery.areProbes() ? 1 : pageSize.page(free());
    }

    /// None while what is due takes all there is.
    private Uni<Optional<PageRead>> page(List<EventToDeliver> due) {
        var most = most() - due.size();
        return free() == 0 || most <= 0
                ? Uni.createFrom().item(Optional.empty())
                : readLog.page(most)
                        .onItem().call(reading -> keys.ask(reading.page().events()))
                        .map(Optional::of);
    }

    private Uni<RoundResult> deliver(List<EventToDeliver> due, Optional<PageRead> reading) {
        var groupByOrderingKey = new GroupByOrderingKey(subscription.ordered(), keys::has);
        due.forEach(groupByOrderingKey::add);
        reading.ifPresent(some -> some.page().events().forEach(groupByOrderingKey::add));
        reading.ifPresent(some -> metrics.page(subscription.name(), some.page().events().size()));
        var more = !due.isEmpty() || reading.map(PageRead::hasMore).orElse(true);
        return send(groupByOrderingKey)
                .onItem()
                .transformToUni(results -> saveProgress.settle(results, reading.map(readLog::pass).orElse(false)))
                .onItem().invoke(this::follow)
                .map(plan -> new RoundResult(more || plan.givesTurns(), attemptDelivery.pause()));
    }

    /// Keys that go on have an event that is due now. A receiver that is gone paused the subscription, which the leases
    /// know.
    private void follow(PlanSettlement plan) {
        if (plan.givesTurns()) {
            pollParked.soon();
        }
        if (plan.gone() != null) {
            leases.forget();
        }
    }

    /// What has to wait for others of its key comes last.
    private Uni<List<DeliveryResult>> send(GroupByOrderingKey groupByOrderingKey) {
        var held = heldShards.leases();
        return new DeliverPage(attemptDelivery::send, this::mayGoOn, tried -> {
            saveProgress.ended(tried, held);
            unfinishedAttempts.ended(tried.item());
        }, Math.max(1, free()))
                .run(groupByOrderingKey.lines(), config.pageTime())
                .onItem()
                .invoke(results -> results.stream().filter(StillUnderWay.class::isInstance).map(DeliveryResult::item)
                        .forEach(unfinishedAttempts::add))
                .onItem().invoke(pageSize::learn)
                .map(results -> {
                    var all = new ArrayList<>(results);
                    groupByOrderingKey.behind().forEach(item -> all.add(new NotTried(item)));
                    return all;
                });
    }

    private boolean mayGoOn() {
        return !ending && leases.hold() && attemptDelivery.admit();
    }

    /// What is under way is not ours to settle any more: whoever takes the shards finds it in the database.
    private void startOver(@Nullable Throwable failure) {
        heldShards.drop(heldShards.leases());
        keys.startOver();
        readLog.startOver();
        saveProgress.startOver();
        leases.forget();
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
