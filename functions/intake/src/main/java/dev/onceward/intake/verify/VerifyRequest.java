package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.signature.Verdict.Wanting;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// Verifies a request by the signature scheme of its source. What is missing is fetched first: the sender's key, or a secret
/// that another replica was given in a handshake. Where the source says so, a request that is not genuine is put into
/// quarantine while its sender is refused.
@Singleton
public final class VerifyRequest {
    private static final URI DATABASE = URI.create("postgresql://database/onceward.learned_secret");

    private final Clock clock;
    private final FetchedKeys keys;
    private final KeepHandshakeSecrets keepHandshakeSecrets;
    private final RecordUnverified recordUnverified;
    private final CountSecretUse countSecretUse;
    private final Quarantine quarantine;

    VerifyRequest(Clock clock, FetchedKeys keys, KeepHandshakeSecrets keepHandshakeSecrets,
            RecordUnverified recordUnverified, CountSecretUse countSecretUse, Quarantine quarantine) {
        this.clock = clock;
        this.keys = keys;
        this.keepHandshakeSecrets = keepHandshakeSecrets;
        this.recordUnverified = recordUnverified;
        this.countSecretUse = countSecretUse;
        this.quarantine = quarantine;
    }

    /// @return `Wanting` only if the key cannot be fetched
    public Uni<Verdict> verify(Source source, Request request) {
        var scheme = source.credentials().scheme();
        var weighed = weigh(source, scheme, request, clock.instant());
        var verdict = source.handshakes().giveSecrets()
                ? weighed.chain(first -> orLearn(source, request, scheme, first))
                : weighed;
        return verdict.invoke(known -> note(source, request, known));
    }

    /// The verdict at any time and by any scheme. Nothing is counted, logged or put into quarantine.
    public Uni<Verdict> weigh(Source source, Scheme scheme, Request request, Instant at) {
        return switch (scheme.verify(request, at)) {
            case Wanting(var key) -> keys.fetch(source.name(), key).map(_ -> scheme.verify(request, at));
            case Verdict verdict -> Uni.createFrom().item(verdict);
        };
    }

    /// A request that matches no secret may match one that another replica was given in a handshake meanwhile.
    private Uni<Verdict> orLearn(Source source, Request request, Scheme scheme, Verdict verdict) {
        return verdict instanceof Forged(var reason, var _) && reason == RefusalReason.NO_MATCH
                ? keepHandshakeSecrets.again(source)
                        .map(known -> known ? anew(source, request, scheme, verdict) : new Wanting(DATABASE))
                : Uni.createFrom().item(verdict);
    }

    private Verdict anew(Source source, Request request, Scheme judged, Verdict verdict) {
        var scheme = source.credentials().scheme();
        return scheme.equals(judged) ? verdict : scheme.verify(request, clock.instant());
    }

    private void note(Source source, Request request, Verdict verdict) {
        switch (verdict) {
            case Genuine(var secret) -> countSecretUse.matched(source.name(), secret);
            case Forged forged -> {
                recordUnverified.forged(source, forged.reason(), forged.why());
                quarantine.add(source, request, forged);
            }
            case Wanting(var key) -> recordUnverified.withoutKey(source, key);
        }
    }
}
