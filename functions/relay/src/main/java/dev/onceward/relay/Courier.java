package dev.onceward.relay;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.cursor.Held;
import dev.onceward.operate.Standing;
import dev.onceward.parked.Parked;
import dev.onceward.relay.Breaker.Limits;
import dev.onceward.relay.Fate.Left;
import dev.onceward.relay.Fate.Tried;
import dev.onceward.relay.Outcome.Failed;
import dev.onceward.window.Edge;
import dev.onceward.window.Place;
import dev.onceward.window.Window;

/// Carries the events of one subscription, round by round: keep the leases, take what is due and a page, deliver, settle.
/// One round at a time.
final class Courier {
    private static final int DUE = 100;
    private static final int BEHIND = 50;
    private static final int KNOWN = 64;
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    private static final Duration FLUSH = Duration.ofMillis(100);
    private static final Duration DUE_EVERY = Duration.ofMillis(100);

    private final Subscription subscription;
    private final Sink sink;
    private final Stores stores;
    private final RelayConfig config;
    private final RelayMetrics metrics;
    private final Leases leases;
    private final Holdings holdings = new Holdings();
    private final Deque<Edge> known = new ArrayDeque<>();
    private final Set<String> blocked = new HashSet<>();
    private final Queue<Tried> late = new ConcurrentLinkedQueue<>();
    private final AtomicReference<Breaker> breaker;
    private volatile boolean ending;
    private boolean enrolled;
    private boolean moved;
    private long flushed = System.nanoTime();
    private long asked = System.nanoTime() - DUE_EVERY.toNanos();

    Courier(Subscription subscription, Sink sink, Stores stores, RelayConfig config, RelayMetrics metrics) {
        this.subscription = subscription;
        this.sink = sink;
        this.stores = stores;
        this.config = config;
        this.metrics = metrics;
        this.leases = new Leases(subscription.name(), stores.cursors(), config.lease(),
                changes -> metrics.leasesChanged(subscription.name(), changes));
        this.breaker = new AtomicReference<>(Breaker.closed(
                new Limits(config.breakerFailures(), config.breakerPause(), LONGEST_PAUSE)));
    }

    Subscription subscription() {
        return subscription;
    }

    /// Fails if PostgreSQL does; then nothing is held any more and the next round begins anew.
    Uni<Round> round() {
        return keepLeases()
                .onItem().transformToUni(_ -> holdings.isEmpty() || ending
                        ? Uni.createFrom().item(Round.quiet(Duration.ZERO))
                        : work())
                .onFailure().invoke(this::startOver);
    }

    /// Writes how far it came and gives everything back.
    Uni<Void> end() {
        ending = true;
        return flush()
                .onItem().transformToUni(_ -> leases.release(holdings.leases()))
                .onItem().transformToUni(_ -> leases.leave())
                .onItemOrFailure().invoke((_, _) -> startOver(null));
    }

    /// After an end, another run.
    void begin() {
        ending = false;
    }

    Uni<Void> close() {
        return sink.close();
    }

    Uni<Optional<Standing>> standing() {
        return stores.standings().of(subscription.name(), subscription.wanted());
    }

    private Uni<Void> keepLeases() {
        return !leases.areDue()
                ? Uni.createFrom().voidItem()
                : enroll().onItem().transformToUni(_ -> leases.renew(holdings)).onItem().transformToUni(this::settleIn);
    }

    /// A new subscription starts where its configuration says.
    private Uni<Void> enroll() {
        return enrolled
                ? Uni.createFrom().voidItem()
                : stores.cursors().enroll(subscription.name())
                        .onItem().transformToUni(isNew -> isNew ? start() : Uni.createFrom().voidItem())
                        .onItem().invoke(() -> enrolled = true);
    }

    private Uni<Void> start() {
        return (subscription.fromEarliest() ? Uni.createFrom().item(Edge.EARLIEST) : stores.windows().now())
                .onItem().transformToUni(edge -> stores.cursors().start(subscription.name(), edge));
    }

    /// Learns anew which keys have to wait, because others change that too, and gives away what is too much.
    private Uni<Void> settleIn(Held held) {
        var learn = holdings.isEmpty() || !subscription.ordered()
                ? Uni.createFrom().voidItem()
                : stores.parked().keys(subscription.name(), holdings.shards())
                        .onItem().invoke(blocked::retainAll)
                        .onItem().invoke(blocked::addAll)
                        .replaceWithVoid();
        var spare = leases.spare(held, holdings);
        return spare.isEmpty()
                ? learn
                : learn.onItem().transformToUni(_ -> flush())
                        .onItem().invoke(() -> holdings.drop(spare))
                        .onItem().transformToUni(_ -> leases.release(Set.copyOf(spare)));
    }

    private Uni<Round> work() {
        var pause = breaker.get().pause(System.nanoTime());
        return pause.isPositive() && late.isEmpty()
                ? flush().replaceWith(Round.quiet(pause))
                : due().onItem().transformToUni(due -> page(due)
                        .onItem().transformToUni(page -> deliver(due, page)));
    }

    private boolean isProbing() {
        return !(breaker.get() instanceof Breaker.Closed);
    }

    private Uni<List<Parked>> due() {
        if (System.nanoTime() - asked < DUE_EVERY.toNanos()) {
            return Uni.createFrom().item(List.of());
        }
        asked = System.nanoTime();
        return stores.parked().due(subscription.name(), holdings.shards(), subscription.ordered(),
                isProbing() ? 1 : DUE, isProbing() ? 0 : BEHIND)
                .onItem().invoke(due -> asked -= due.size() < DUE ? 0 : DUE_EVERY.toNanos());
    }

    private Uni<Optional<Reading>> page(List<Parked> due) {
        return isProbing() && !due.isEmpty() ? Uni.createFrom().item(Optional.empty()) : page().map(Optional::of);
    }

    private Uni<Reading> page() {
        var place = holdings.hindmost();
        var most = isProbing() ? 1 : config.pageEvents();
        return place.rest().map(rest -> Uni.createFrom().item(rest)).orElseGet(() -> open(place))
                .onItem().transformToUni(window -> stores.windows().page(window, holdings.shardsAt(place),
                        subscription.wanted(), most))
                .map(page -> new Reading(place, page));
    }

    private Uni<Window> open(Place place) {
        return stores.windows().open(place.from(), List.copyOf(known), config.pageEvents()).map(holdings::meeting);
    }

    private Uni<Round> deliver(List<Parked> due, Optional<Reading> reading) {
        var lines = new Lines(subscription.ordered(), blocked);
        lines.due(due);
        reading.ifPresent(some -> lines.page(some.page().events()));
        reading.ifPresent(some -> metrics.page(subscription.name(), some.page().events().size()));
        var more = !due.isEmpty() || reading.map(some -> some.page().more() || !some.page().events().isEmpty())
                .orElse(true);
        return new Delivery(this::send, this::mayGoOn, late::add, subscription.concurrency())
                .run(lines.lines(), config.pageTime())
                .onItem().transformToUni(fates -> settle(fates, lines.behind(), reading))
                .map(judgement -> new Round(judgement.delivered(), judgement.parked(), judgement.dead(),
                        more, breaker.get().pause(System.nanoTime())));
    }

    private boolean mayGoOn() {
        if (ending || !leases.hold()) {
            return false;
        }
        var admitted = breaker.get().admit(System.nanoTime());
        admitted.ifPresent(breaker::set);
        return admitted.isPresent();
    }

    private CompletableFuture<Tried> send(Item item) {
        var start = System.nanoTime();
        return sink.send(item.event())
                .ifNoItem().after(subscription.timeout()).recoverWithItem(() -> new Failed(
                        "no answer within " + subscription.timeout().toMillis() + " ms", null, null))
                .onFailure().recoverWithItem(failure -> new Failed(String.valueOf(failure), null, null))
                .map(outcome -> new Tried(item, outcome, Duration.ofNanos(System.nanoTime() - start)))
                .onItem().invoke(this::learn)
                .subscribeAsCompletionStage();
    }

    private void learn(Tried tried) {
        metrics.tried(subscription.name(), tried);
        var before = breaker.get();
        var after = breaker.updateAndGet(state -> tried.outcome() instanceof Failed
                ? state.failed(System.nanoTime())
                : state instanceof Breaker.Closed(var limits, var failures) && failures == 0 ? state : state.worked());
        if (before instanceof Breaker.Closed && after instanceof Breaker.Open
                && tried.outcome() instanceof Failed(var why, _, _)) {
            Log.warnf("receiver left alone for a while: subscription=%s cause=%s", subscription.name(), why);
        } else if (!(before instanceof Breaker.Closed) && after instanceof Breaker.Closed) {
            Log.infof("receiver takes events again: subscription=%s", subscription.name());
        }
    }

    private Uni<Judgement> settle(List<Fate> fates, List<Item> behind, Optional<Reading> reading) {
        var judgement = new Judgement(subscription, blocked, ThreadLocalRandom.current());
        for (var tried = late.poll(); tried != null; tried = late.poll()) {
            judgement.judge(tried.afterAll());
        }
        fates.forEach(judgement::judge);
        behind.forEach(item -> judgement.judge(new Left(item)));
        reading.ifPresent(some -> move(some.from(), some.page().place()));
        return write(judgement).replaceWith(judgement);
    }

    private void move(Place from, Place place) {
        if (!place.equals(from)) {
            moved = true;
            holdings.move(from, place);
        }
        if (place.to() == null) {
            known.addLast(from.from());
            if (known.size() > KNOWN) {
                var _ = known.removeFirst();
            }
        }
    }

    private Uni<Void> write(Judgement judgement) {
        if (judgement.hasNothingToWrite() && (!moved || System.nanoTime() - flushed < FLUSH.toNanos())) {
            return Uni.createFrom().voidItem();
        }
        moved = false;
        flushed = System.nanoTime();
        return stores.parked().settle(subscription.name(), judgement.settlement(holdings.places()))
                .onItem().invoke(holdings::keep)
                .onItem().invoke(() -> blocked.addAll(judgement.newlyBlocked()))
                .onItem().transformToUni(_ -> unblock(judgement.freed()))
                .onItem().transformToUni(_ -> pauseIfGone(judgement));
    }

    private Uni<Void> unblock(Set<String> freed) {
        return freed.isEmpty()
                ? Uni.createFrom().voidItem()
                : stores.parked().keysOf(subscription.name(), holdings.shards(), freed).onItem().invoke(still -> {
                    var free = new ArrayList<>(freed);
                    free.removeAll(still);
                    blocked.removeAll(free);
                }).replaceWithVoid();
    }

    private Uni<Void> pauseIfGone(Judgement judgement) {
        var why = judgement.gone();
        return why == null
                ? Uni.createFrom().voidItem()
                : stores.operations().pause(subscription.name(), "relay", why)
                        .onItem().invoke(() -> Log.warnf("paused, the receiver wants nothing any more: subscription=%s "
                                + "cause=%s", subscription.name(), why))
                        .replaceWithVoid();
    }

    private Uni<Void> flush() {
        return holdings.isEmpty() || (!moved && late.isEmpty())
                ? Uni.createFrom().voidItem()
                : Uni.createFrom().deferred(() -> {
                    flushed = System.nanoTime() - FLUSH.toNanos();
                    return settle(List.of(), List.of(), Optional.empty()).replaceWithVoid();
                });
    }

    /// What is under way is not ours to settle any more: whoever takes the shards finds it in the database.
    private void startOver(@Nullable Throwable failure) {
        holdings.drop(holdings.leases());
        blocked.clear();
        known.clear();
        late.clear();
        moved = false;
        leases.forget();
    }
}
