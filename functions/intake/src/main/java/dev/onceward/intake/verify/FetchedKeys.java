package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.signature.RemoteKeys;

/// The public keys of senders that publish them, fetched when first wanted and again when they may have changed. An old
/// one serves on while a new one cannot be had. Who may be asked is for the schemes to say: the addresses come from
/// strangers.
@Singleton
public final class FetchedKeys implements RemoteKeys {
    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration USABLE = Duration.ofHours(24);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int MOST_KEPT = 100;

    private final Clock clock;
    private final Visits visits;
    private final Map<URI, Kept> kept = new ConcurrentHashMap<>();
    private final Map<URI, Uni<Boolean>> underWay = new ConcurrentHashMap<>();

    /// @param asked when it was last asked for, in vain or not
    private record Kept(Optional<byte[]> bytes, Instant fetched, Instant asked) {}

    FetchedKeys(Clock clock, Visits visits) {
        this.clock = clock;
        this.visits = visits;
    }

    @Override
    public Optional<byte[]> at(URI address) {
        var now = clock.instant();
        return Optional.ofNullable(kept.get(address)).filter(key -> isFresh(key, now)).flatMap(Kept::bytes);
    }

    /// Fetches it, whoever else wants it too, and says whether it is to be had now.
    public Uni<Boolean> fetch(URI address) {
        return underWay.computeIfAbsent(address, this::begin);
    }

    private Uni<Boolean> begin(URI address) {
        return Uni.createFrom().deferred(() -> mayAsk(address) ? ask(address) : Uni.createFrom().item(false))
                .onTermination().invoke(() -> underWay.remove(address))
                .memoize().indefinitely();
    }

    private Uni<Boolean> ask(URI address) {
        return visits.get(address)
                .map(bytes -> keep(address, bytes))
                .onFailure().recoverWithItem(failure -> doWithout(address, failure));
    }

    private boolean keep(URI address, byte[] bytes) {
        if (kept.size() >= MOST_KEPT) {
            kept.entrySet().stream().min((one, other) -> one.getValue().asked.compareTo(other.getValue().asked))
                    .ifPresent(oldest -> kept.remove(oldest.getKey()));
        }
        kept.put(address, new Kept(Optional.of(bytes), clock.instant(), clock.instant()));
        return true;
    }

    private boolean doWithout(URI address, Throwable failure) {
        Log.warnf("a sender's key cannot be fetched: host=%s cause=%s", address.getHost(), failure.toString());
        var now = clock.instant();
        var old = kept.merge(address, new Kept(Optional.empty(), now, now),
                (known, _) -> new Kept(known.bytes, known.fetched, now));
        return isFresh(old, now) && old.bytes.isPresent();
    }

    private boolean mayAsk(URI address) {
        var known = kept.get(address);
        return known == null || known.bytes.isPresent() || known.asked.plus(PAUSE).isBefore(clock.instant());
    }

    /// One that could not be had anew a moment ago is as good as it gets.
    private static boolean isFresh(Kept key, Instant now) {
        return key.fetched.plus(FRESH).isAfter(now)
                || (key.asked.plus(PAUSE).isAfter(now) && key.fetched.plus(USABLE).isAfter(now));
    }
}
