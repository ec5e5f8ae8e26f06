package dev.onceward.intake.verify;

import java.time.Clock;
import java.time.Instant;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.source.Source;
import dev.onceward.request.Request;
import dev.onceward.signature.Scheme;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;
import dev.onceward.signature.Verdict.Wanting;

/// Holds a request against its source's scheme, and fetches the sender's key if that is what is missing.
@Singleton
public final class Verification {
    private final Clock clock;
    private final FetchedKeys keys;
    private final Findings findings;

    Verification(Clock clock, FetchedKeys keys, Findings findings) {
        this.clock = clock;
        this.keys = keys;
        this.findings = findings;
    }

    /// Wanting only if the key cannot be had.
    public Uni<Verdict> verify(Source source, Request request) {
        return weigh(source.credentials().scheme(), request, clock.instant())
                .onItem().invoke(verdict -> note(source, verdict));
    }

    /// The same at any time and under any scheme, without a count or a line in the log.
    public Uni<Verdict> weigh(Scheme scheme, Request request, Instant at) {
        return switch (scheme.verify(request, at)) {
            case Wanting(var key) -> keys.fetch(key).map(_ -> scheme.verify(request, at));
            case Verdict verdict -> Uni.createFrom().item(verdict);
        };
    }

    private void note(Source source, Verdict verdict) {
        switch (verdict) {
            case Genuine(var secret) -> findings.genuine(source, secret);
            case Forged(var reason, var why) -> findings.forged(source, reason, why);
            case Wanting(var key) -> findings.wanting(source, key);
        }
    }
}
