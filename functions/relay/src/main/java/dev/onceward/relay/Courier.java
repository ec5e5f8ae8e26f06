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
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.cursor.Held;
import dev.onceward.cursor.Lease;
import dev.onceward.operate.Standing;
import dev.onceward.parked.Parked;
import dev.onceward.parked.ParkedEvents;
import dev.onceward.relay.Fate.Flying;
import dev.onceward.relay.Fate.Left;
import dev.onceward.relay.Fate.Tried;
import dev.onceward.window.Edge;
import dev.onceward.window.Place;
import dev.onceward.window.Window;

/// Carries the events of one subscription, round by round: keep the leases, take what is due and a page, deliver, settle.
/// One round at a time.
final class Courier {
    private static final int DUE = 100;
    private static final int BEHIND = 50;
    private static final int KNOWN = 64;
    private static final Duration FLUSH = Duration.ofMillis(100);
    private static final Duration DUE_EVERY = Duration.ofMillis(100);

    private final Subscription subscription;
    private final Sink sink;
    private final Stores stores;
    private final RelayConfig config;
    private final RelayMetrics metrics;
    private final Leases leases;
    private final Attempts attempts;
    private final Capacity capacity;
    private final Aloft aloft = new Aloft();
    private final Holdings holdings = new Holdings();
    private final Deque<Edge> known = new ArrayDeque<>();
    private final Set<String> blocked = new HashSet<>();
    private final Queue<Late> late = new ConcurrentLinkedQueue<>();
    private volatile boolean ending;
    private boolean enrolled;
    private boolean disbanding;
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
        this.attempts = new Attempts(subscription, sink, config, metrics);
        this.capacity = new Capacity(subscription.concurrency(), config.pageEvents());
    }

    /// What ended after its page, and the leases that it began under.
    private record Late(Tried tried, Set<Lease> leases) {}

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

    /// Whether attempts are under way, or over and not settled, of which the page is over.
    boolean isAloft() {
        return aloft.many() > 0 || !late.isEmpty();
    }

    /// Ends when such an attempt does, or when time is over.
    Uni<Void> landing(Duration time) {
        return aloft.landing(time);
    }

    /// Writes how far it came and gives everything back. What is under way is waited for as long as the leases certainly
    /// hold, because whoever has them next would deliver it again.
    Uni<Void> end() {
        ending = true;
        return flush()
                .onItem().transformToUni(_ -> aloft.landings(shorter(subscription.timeout(),
                        config.lease().dividedBy(3))))
                .onItem().transformToUni(_ -> flush())
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

    /// Gives away what is too much.
    private Uni<Void> settleIn(Held held) {
        var spare = leases.spare(held, holdings);
        return spare.isEmpty()
                ? learn(held)
                : learn(held).onItem().transformToUni(_ -> flush())
                        .onItem().invoke(() -> holdings.drop(spare))
                        .onItem().transformToUni(_ -> leases.release(Set.copyOf(spare)));
    }

    /// Learns anew which keys have to wait, because others change that too. Where order need not be kept, none has to, and
    /// what was queued when it did is set free.
    private Uni<Void> learn(Held held) {
        if (holdings.isEmpty()) {
            return Uni.createFrom().voidItem();
        }
        if (subscription.ordered()) {
            return stores.parked().keys(subscription.name(), holdings.shards())
                    .onItem().invoke(blocked::retainAll)
                    .onItem().invoke(blocked::addAll)
                    .replaceWithVoid();
        }
        disbanding |= !held.taken().isEmpty();
        return disbanding
                ? stores.parked().disband(subscription.name(), holdings.shards())
                        .onItem().invoke(freed -> disbanding = freed == ParkedEvents.MOST_DISBANDED)
                        .replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    /// While as many are under way as may be, nothing is read.
    private Uni<Round> work() {
        var pause = attempts.pause();
        if (pause.isPositive() && late.isEmpty()) {
            return flush().replaceWith(Round.quiet(pause));
        }
        return free() == 0 && late.isEmpty()
                ? aloft.landing(config.pageTime()).onItem().transformToUni(_ -> deliver(List.of(), Optional.empty()))
                : due().onItem().transformToUni(due -> page(due)
                        .onItem().transformToUni(page -> deliver(due, page)));
    }

    private int free() {
        return Math.max(0, subscription.concurrency() - aloft.many());
    }

    private int most() {
        return attempts.areProbes() ? 1 : capacity.page(free());
    }

    private Uni<List<Parked>> due() {
        if (free() == 0 || System.nanoTime() - asked < DUE_EVERY.toNanos()) {
            return Uni.createFrom().item(List.of());
        }
        asked = System.nanoTime();
        var heads = Math.min(DUE, most());
        return stores.parked().due(subscription.name(), holdings.shards(), subscription.ordered(), heads,
                attempts.areProbes() ? 0 : BEHIND)
                .onItem().invoke(due -> asked -= due.size() < heads ? 0 : DUE_EVERY.toNanos());
    }

    /// None while what is due takes all there is.
    private Uni<Optional<Reading>> page(List<Parked> due) {
        var most = most() - due.size();
        return free() == 0 || most <= 0 ? Uni.createFrom().item(Optional.empty()) : page(most).map(Optional::of);
    }

    private Uni<Reading> page(int most) {
        var place = holdings.hindmost();
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
        var held = holdings.leases();
        return new Delivery(attempts::send, this::mayGoOn, tried -> land(tried, held), Math.max(1, free()))
                .run(lines.lines(), config.pageTime())
                .onItem().invoke(fates -> aloft.add(fates.stream().filter(Flying.class::isInstance).count()))
                .onItem().invoke(capacity::learn)
                .onItem().transformToUni(fates -> settle(fates, lines.behind(), reading))
                .map(judgement -> new Round(judgement.delivered(), judgement.parked(), judgement.dead(),
                        more || judgement.givesTurns(), attempts.pause()));
    }

    private boolean mayGoOn() {
        return !ending && leases.hold() && attempts.admit();
    }

    /// An attempt has ended, and its page had before.
    private void land(Tried tried, Set<Lease> leases) {
        late.add(new Late(tried, leases));
        aloft.landed();
    }

    private Uni<Judgement> settle(List<Fate> fates, List<Item> behind, Optional<Reading> reading) {
        var judgement = new Judgement(subscription, blocked, ThreadLocalRandom.current());
        fates.forEach(judgement::judge);
        for (var landed = late.poll(); landed != null; landed = late.poll()) {
            if (holdings.areStill(landed.leases(), landed.tried().item().shard())) {
                judgement.judge(landed.tried().afterAll());
            }
        }
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
        if (judgement.givesTurns()) {
            asked = System.nanoTime() - DUE_EVERY.toNanos();
        }
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

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
