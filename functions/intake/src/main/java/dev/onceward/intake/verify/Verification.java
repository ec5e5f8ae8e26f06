package dev.onceward.intake.verify;

import java.net.URI;
import java.time.Clock;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.source.Source;
import dev.onceward.request.Request;
import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;
import dev.onceward.signature.Verdict.Wanting;

/// Holds a request against its source's scheme, and gets what is missing first: the sender's key, or a secret that
/// another replica learned.
@Singleton
public final class Verification {
    private static final URI DATABASE = URI.create("postgresql://database/onceward.learned_secret");

    private final Clock clock;
    private final FetchedKeys keys;
    private final Lessons lessons;
    private final Findings findings;

    Verification(Clock clock, FetchedKeys keys, Lessons lessons, Findings findings) {
        this.clock = clock;
        this.keys = keys;
        this.lessons = lessons;
        this.findings = findings;
    }

    /// Wanting only if the key cannot be had.
    public Uni<Verdict> verify(Source source, Request request) {
        return switch (judge(source, request)) {
            case Wanting(var key) -> keys.fetch(key).map(_ -> noted(source, judge(source, request)));
            case Forged(var reason, var _) when reason == Reason.NO_MATCH && source.learns() ->
                lessons.again(source)
                        .map(known -> noted(source, known ? judge(source, request) : new Wanting(DATABASE)));
            case Verdict verdict -> Uni.createFrom().item(noted(source, verdict));
        };
    }

    private Verdict judge(Source source, Request request) {
        return source.credentials().scheme().verify(request, clock.instant());
    }

    private Verdict noted(Source source, Verdict verdict) {
        switch (verdict) {
            case Genuine(var secret) -> findings.genuine(source, secret);
            case Forged(var reason, var why) -> findings.forged(source, reason, why);
            case Wanting(var key) -> findings.wanting(source, key);
        }
        return verdict;
    }
}
