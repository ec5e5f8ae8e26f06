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
import dev.onceward.intake.signature.Verdict.KeyUnavailable;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// Verifies a request by the signature scheme of its source. What verification lacks is fetched first: the sender's
/// public key, or a secret that another replica received in a handshake. If the source says so, a request that fails
/// verification is put into quarantine; its sender is refused in either case.
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

    /// @return `KeyUnavailable` only if the key cannot be fetched
    public Uni<Verdict> verify(Source source, Request request) {
        var scheme = source.credentials().scheme();
        var atOnce = verifyAt(source, scheme, request, clock.instant());
        var verdict = source.handshakes().senderChoosesSecrets()
                ? atOnce.chain(first -> orLearn(source, request, scheme, first))
                : atOnce;
        return verdict.invoke(known -> note(source, request, known));
    }

    /// Verifies a request at any time and by any scheme. Nothing is counted, logged or put into quarantine.
    public Uni<Verdict> verifyAt(Source source, Scheme scheme, Request request, Instant at) {
        return switch (scheme.verify(request, at)) {
            case KeyUnavailable(var key) -> keys.fetch(source.name(), key).map(_ -> scheme.verify(request, at));
            case Verdict verdict -> Uni.createFrom().item(verdict);
        };
    }

    /// A request that matches no secret may match one that another replica received in a handshake meanwhile.
    private Uni<Verdict> orLearn(Source source, Request request, Scheme scheme, Verdict verdict) {
        return verdict instanceof Unverified(var reason, var _) && reason == RefusalReason.NO_MATCH
                ? keepHandshakeSecrets.again(source)
                        .map(known -> known ? anew(source, request, scheme, verdict) : new KeyUnavailable(DATABASE))
                : Uni.createFrom().item(verdict);
    }

    private Verdict anew(Source source, Request request, Scheme judged, Verdict verdict) {
        var scheme = source.credentials().scheme();
        return scheme.equals(judged) ? verdict : scheme.verify(request, clock.instant());
    }

    private void note(Source source, Request request, Verdict verdict) {
        switch (verdict) {
            case Verified(var secret) -> countSecretUse.matched(source.name(), secret);
            case Unverified unverified -> {
                recordUnverified.failed(source, unverified.reason(), unverified.why());
                quarantine.add(source, request, unverified);
            }
            case KeyUnavailable(var key) -> recordUnverified.withoutKey(source, key);
        }
    }
}
