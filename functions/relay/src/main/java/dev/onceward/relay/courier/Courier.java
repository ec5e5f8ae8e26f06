package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import org.jspecify.annotations.Nullable;

import dev.onceward.cursor.Lease;
import dev.onceward.operate.Standing;
import dev.onceward.parked.Parked;
import dev.onceward.relay.delivery.Aloft;
import dev.onceward.relay.delivery.Attempts;
import dev.onceward.relay.delivery.Breaker.Limits;
import dev.onceward.relay.delivery.Capacity;
import dev.onceward.relay.delivery.Delivery;
import dev.onceward.relay.delivery.Fate;
import dev.onceward.relay.delivery.Fate.Flying;
import dev.onceward.relay.delivery.Fate.Left;
import dev.onceward.relay.delivery.Lines;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription;
import dev.onceward.window.Edge;

/// Carries the events of one subscription, round by round: keep the leases, take what is due and a page, deliver, settle.
/// One round at a time.
public final class Courier {
    /// Of the circuit breaker.
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
    /// Bytes of events whose attempts take longer than their page.
    private static final long MOST_ALOFT = 64 << 20;

    private final Subscription subscription;
    private final Sink sink;
    private final Stores stores;
    private final CourierConfig config;
    private final RelayMetrics metrics;
    private final Leases leases;
    private final Attempts attempts;
    private final Capacity capacity;
    private final Aloft aloft = new Aloft();
    private final Holdings holdings = new Holdings();
    private final Reader reader;
    private final Dues dues;
    private final WaitingKeys keys;
    private final Books books;
    private final PauseUnreadable unreadable;
    private volatile boolean ending;
    private boolean enrolled;
    private boolean paused;

    public Courier(Subscription subscription, Sink sink, Stores stores, CourierConfig config, RelayMetrics metrics) {
        this.subscription = subscription;
        this.sink = sink;
        this.stores = stores;
        this.config = config;
        this.metrics = metrics;
        this.leases = new Leases(subscription.name(), stores.cursors(), config.lease(),
                this::leasesChanged);
        this.attempts = new Attempts(subscription, sink,
                new Limits(config.breakerFailures(), config.breakerPause(), LONGEST_PAUSE),
                tried -> metrics.tried(subscription.name(), tried));
        this.capacity = new Capacity(subscription.concurrency(), config.pageEvents());
        this.reader = new Reader(stores.windows(), subscription.wanted(), holdings, config.pageEvents());
        this.dues = new Dues(subscription, stores.parked(), holdings);
        this.keys = new WaitingKeys(subscription, stores.turns(), holdings);
        this.books = new Books(subscription, stores, holdings, keys, metrics, this::forgetLog);
        this.unreadable = new PauseUnreadable(subscription.name(), stores.pauses(), metrics);
    }

    public Subscription subscription() {
        return subscription;
    }

    /// Says that the subscription is wanted. A new one starts where its configuration says.
    public Uni<Void> enroll() {
        return stores.starts().enroll(subscription.name())
                .onItem().transformToUni(isNew -> isNew ? start() : Uni.createFrom().voidItem())
                .onItem().invoke(() -> enrolled = true);
    }

    /// Fails if PostgreSQL does; then nothing is held any more and the next round begins anew.
    public Uni<Round> round() {
        return keepLeases()
                .onItem().transformToUni(_ -> holdings.isEmpty() || ending
                        ? Uni.createFrom().item(Round.quiet(Duration.ZERO))
                        : keys.goOn().onItem().transformToUni(_ -> work()))
                .onFailure().call(unreadable::after)
                .onFailure().invoke(this::startOver);
    }

    /// Whether all shards are its own, so that what it does not find is nowhere.
    boolean hasAll() {
        return holdings.hasAll();
    }

    boolean isPaused() {
        return paused;
    }

    /// Since the process began.
    Counts counts() {
        return books.counts();
    }

    /// Asks for shards that others had at once.
    void askAgain() {
        leases.forget();
    }

    /// Whether attempts are under way, or over and not settled, of which the page is over.
    boolean isAloft() {
        return aloft.many() > 0 || books.hasLanded();
    }

    /// Ends when such an attempt does, or when time is over.
    Uni<Void> landing(Duration time) {
        return aloft.landing(time);
    }

    /// Writes how far it came and gives everything back.
    public Uni<Void> end() {
        ending = true;
        return Uni.createFrom().deferred(() -> giveBack(holdings.leases()))
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

    public Uni<Optional<Standing>> standing() {
        return stores.standings().of(subscription.name(), subscription.wanted());
    }

    private Uni<Void> start() {
        return subscription.fromEarliest()
                ? stores.starts().start(subscription.name(), Edge.EARLIEST)
                : stores.starts().startNow(subscription.name());
    }

    /// All leases were lost at once, to other relays or with a crash of the server, after which nothing counts that was read
    /// before it.
    private void forgetLog() {
        reader.startOver();
        keys.startOver();
        leases.forget();
    }

    /// Edges that are known from before a crash of the server must not outlive the leases they were read under.
    private void leasesChanged(int changes) {
        metrics.leasesChanged(subscription.name(), changes);
        if (changes > 0) {
            reader.startOver();
        }
        if (changes > 0 && holdings.isEmpty()) {
            leases.forget();
        }
    }

    private Uni<Void> keepLeases() {
        return !leases.areDue()
                ? Uni.createFrom().voidItem()
                : (enrolled ? Uni.createFrom().voidItem() : enroll())
                        .onItem().transformToUni(_ -> leases.renew(holdings, aloft.many() == 0))
                        .onItem().invoke(held -> paused = held.paused())
                        .onItem().call(unreadable::check)
                        .onItem().transformToUni(held -> keys.learn(held).replaceWith(Leases.spare(held, holdings)))
                        .onItem().transformToUni(this::giveBack);
    }

    /// What is under way is waited for as long as the leases certainly hold, because whoever has them next would deliver
    /// it again.
    private Uni<Void> giveBack(Collection<Lease> back) {
        return back.isEmpty()
                ? Uni.createFrom().voidItem()
                : books.close()
                        .onItem().transformToUni(_ -> aloft.landings(shorter(subscription.timeout(),
                                config.lease().dividedBy(3))))
                        .onItem().transformToUni(_ -> books.close())
                        .onItem().invoke(() -> holdings.drop(back))
                        .onItem().transformToUni(_ -> leases.release(back));
    }

    /// While as many are under way as may be, nothing is read.
    private Uni<Round> work() {
        var pause = attempts.pause();
        if (pause.isPositive() && !books.hasLanded()) {
            return books.close().replaceWith(Round.quiet(pause));
        }
        if (free() > 0) {
            return dues.take(most(), attempts.areProbes())
                    .onItem().transformToUni(due -> page(due).onItem().transformToUni(page -> deliver(due, page)));
        }
        return (books.hasLanded() ? Uni.createFrom().voidItem() : aloft.landing(config.pageTime()))
                .onItem().transformToUni(_ -> deliver(List.of(), Optional.empty()));
    }

    private int free() {
        return aloft.bytes() > MOST_ALOFT ? 0 : Math.max(0, subscription.concurrency() - aloft.many());
    }

    private int most() {
        return attempts.areProbes() ? 1 : capacity.page(free());
    }

    /// None while what is due takes all there is.
    private Uni<Optional<Reading>> page(List<Parked> due) {
        var most = most() - due.size();
        return free() == 0 || most <= 0
                ? Uni.createFrom().item(Optional.empty())
                : reader.page(most)
                        .onItem().call(reading -> keys.ask(reading.page().events()))
                        .map(Optional::of);
    }

    private Uni<Round> deliver(List<Parked> due, Optional<Reading> reading) {
        var lines = new Lines(subscription.ordered(), keys::has);
        lines.due(due);
        reading.ifPresent(some -> lines.page(some.page().events()));
        reading.ifPresent(some -> metrics.page(subscription.name(), some.page().events().size()));
        var more = !due.isEmpty() || reading.map(Reading::hasMore).orElse(true);
        return send(lines)
                .onItem().transformToUni(fates -> books.settle(fates, reading.map(reader::pass).orElse(false)))
                .onItem().invoke(judgement -> {
                    if (judgement.givesTurns()) {
                        dues.soon();
                    }
                    if (judgement.gone() != null) {
                        leases.forget();
                    }
                })
                .map(judgement -> new Round(more || judgement.givesTurns(), attempts.pause()));
    }

    /// What has to wait for others of its key comes last.
    private Uni<List<Fate>> send(Lines lines) {
        var held = holdings.leases();
        return new Delivery(attempts::send, this::mayGoOn, tried -> {
            books.landed(tried, held);
            aloft.landed(tried.item());
        }, Math.max(1, free()))
                .run(lines.lines(), config.pageTime())
                .onItem().invoke(fates -> fates.stream().filter(Flying.class::isInstance).map(Fate::item)
                        .forEach(aloft::add))
                .onItem().invoke(capacity::learn)
                .map(fates -> {
                    var all = new ArrayList<>(fates);
                    lines.behind().forEach(item -> all.add(new Left(item)));
                    return all;
                });
    }

    private boolean mayGoOn() {
        return !ending && leases.hold() && attempts.admit();
    }

    /// What is under way is not ours to settle any more: whoever takes the shards finds it in the database.
    private void startOver(@Nullable Throwable failure) {
        holdings.drop(holdings.leases());
        keys.startOver();
        reader.startOver();
        books.startOver();
        leases.forget();
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
