package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;

import dev.onceward.intake.signature.PublishedKeys;

/// Fetches the public keys that senders publish, when they are first needed and again when they may have changed. An
/// old key is used while a new one cannot be fetched. The schemes decide which hosts may be asked. The rest of an
/// address comes from strangers, who must neither make intake flood a host with requests nor displace good keys.
@Singleton
final class FetchedKeys implements PublishedKeys {
    private static final Duration FRESH = Duration.ofMinutes(10);
    private static final Duration USABLE = Duration.ofHours(24);
    private static final Duration PAUSE = Duration.ofSeconds(10);
    private static final int MOST_KEPT = 100;
    static final int MOST_STRANGE = 300;
    /// Removes addresses that never had a key first, then the addresses that were fetched longest ago.
    private static final Comparator<CachedKeys> LEAST_USEFUL = Comparator
            .comparing((CachedKeys key) -> key.bytes.isPresent())
            .thenComparing(CachedKeys::asked);

    private final Clock clock;
    private final FetchUrl fetchUrl;
    private final Map<String, RateLimit> strangers = new ConcurrentHashMap<>();
    private final Map<URI, CachedKeys> kept = new ConcurrentHashMap<>();
    private final Map<URI, Uni<Boolean>> underWay = new ConcurrentHashMap<>();

    /// @param asked when the address was last requested, successfully or not
    private record CachedKeys(Optional<byte[]> bytes, Instant fetched, Instant asked) {

        /// After a failed request an old key counts as fresh until the next request is allowed.
        boolean isFresh(Instant now) {
            return bytes.isPresent() && (fetched.plus(FRESH).isAfter(now)
                    || (asked.plus(PAUSE).isAfter(now) && fetched.plus(USABLE).isAfter(now)));
        }
    }

    FetchedKeys(Clock clock, FetchUrl fetchUrl) {
        this.clock = clock;
        this.fetchUrl = fetchUrl;
    }

    @Override
    public Optional<byte[]> at(URI address) {
        var now = clock.instant();
        return Optional.ofNullable(kept.get(address)).filter(key -> key.isFresh(now)).flatMap(CachedKeys::bytes);
    }

    /// Fetches an address once for all callers, and returns whether its key is available.
    ///
    /// @param source whose requests need the key; each source has its own limit, so strangers who send to one source do
    ///        not block others
    Uni<Boolean> fetch(String source, URI address) {
        return underWay.computeIfAbsent(address, wanted -> begin(source, wanted));
    }

    private Uni<Boolean> begin(String source, URI address) {
        return Uni.createFrom().deferred(() -> look(source, address))
                .onTermination().invoke(() -> underWay.remove(address))
                .memoize().indefinitely();
    }

    private Uni<Boolean> look(String source, URI address) {
        if (at(address).isPresent()) {
            return Uni.createFrom().item(true);
        }
        return mayAsk(source, Optional.ofNullable(kept.get(address))) ? ask(address) : Uni.createFrom().item(false);
    }

    private Uni<Boolean> ask(URI address) {
        return fetchUrl.get(address)
                .map(bytes -> keep(address, bytes))
                .onFailure().recoverWithItem(failure -> doWithout(address, failure));
    }

    private boolean keep(URI address, byte[] bytes) {
        var now = clock.instant();
        keep(address, new CachedKeys(Optional.of(bytes), now, now));
        return true;
    }

    private boolean doWithout(URI address, Throwable failure) {
        Log.warnf("intake could not fetch a sender's public key: host=%s cause=%s", address.getHost(),
                failure.toString());
        var now = clock.instant();
        var old = Optional.ofNullable(kept.get(address))
                .map(known -> new CachedKeys(known.bytes, known.fetched, now))
                .orElseGet(() -> new CachedKeys(Optional.empty(), now, now));
        keep(address, old);
        return old.isFresh(now);
    }

    private synchronized void keep(URI address, CachedKeys key) {
        if (!kept.containsKey(address) && kept.size() >= MOST_KEPT) {
            kept.entrySet().stream().min(Map.Entry.comparingByValue(LEAST_USEFUL))
                    .ifPresent(least -> kept.remove(least.getKey()));
        }
        kept.put(address, key);
    }

    private boolean mayAsk(String source, Optional<CachedKeys> known) {
        var now = clock.instant();
        return known.map(key -> !key.asked.plus(PAUSE).isAfter(now)).orElse(true)
                && (known.flatMap(CachedKeys::bytes).isPresent()
                        || strangers.computeIfAbsent(source, _ -> new RateLimit(clock, MOST_STRANGE)).take());
    }
}
