package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;
import java.time.Instant;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.Verdict.Genuine;
import dev.onceward.intake.signature.Verdict.Wanting;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// Holds a request against its source's scheme, and gets what is missing first: the sender's key, or a secret that
/// another replica learned.
@Singleton
public final class VerifyRequest {
    private static final URI DATABASE = URI.create("postgresql://database/onceward.learned_secret");

    private final Clock clock;
    private final FetchedKeys keys;
    private final KeepHandshakeSecrets keepHandshakeSecrets;
    private final RecordVerdict recordVerdict;

    VerifyRequest(Clock clock, FetchedKeys keys, KeepHandshakeSecrets keepHandshakeSecrets,
            RecordVerdict recordVerdict) {
        this.clock = clock;
        this.keys = keys;
        this.keepHandshakeSecrets = keepHandshakeSecrets;
        this.recordVerdict = recordVerdict;
    }

    /// Wanting only if the key cannot be had.
    public Uni<Verdict> verify(Source source, Request request) {
        var scheme = source.credentials().scheme();
        return weigh(source, scheme, request, clock.instant())
                .onItem().transformToUni(verdict -> orLearn(source, request, scheme, verdict))
                .onItem().invoke(verdict -> note(source, verdict));
    }

    /// The same at any time and under any scheme, without a count or a line in the log.
    public Uni<Verdict> weigh(Source source, Scheme scheme, Request request, Instant at) {
        return switch (scheme.verify(request, at)) {
            case Wanting(var key) -> keys.fetch(source.name(), key).map(_ -> scheme.verify(request, at));
            case Verdict verdict -> Uni.createFrom().item(verdict);
        };
    }

    private Uni<Verdict> orLearn(Source source, Request request, Scheme scheme, Verdict verdict) {
        return source.learns() && verdict instanceof Forged(var reason, var _) && reason == RefusalReason.NO_MATCH
                ? keepHandshakeSecrets.again(source)
                        .map(known -> known ? anew(source, request, scheme, verdict) : new Wanting(DATABASE))
                : Uni.createFrom().item(verdict);
    }

    private Verdict anew(Source source, Request request, Scheme judged, Verdict verdict) {
        var scheme = source.credentials().scheme();
        return scheme.equals(judged) ? verdict : scheme.verify(request, clock.instant());
    }

    private void note(Source source, Verdict verdict) {
        switch (verdict) {
            case Genuine(var secret) -> recordVerdict.genuine(source, secret);
            case Forged(var reason, var why) -> recordVerdict.forged(source, reason, why);
            case Wanting(var key) -> recordVerdict.wanting(source, key);
        }
    }
}
