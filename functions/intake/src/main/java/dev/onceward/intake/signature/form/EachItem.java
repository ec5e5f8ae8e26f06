package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.List;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.location.EachItemLocation;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Verifies a list in which each item holds a secret. The secrets may differ, because a sender may combine items of
/// several subscriptions.
record EachItem(List<NamedKey> keys, EachItemLocation place) implements Scheme {

    @Override
    public Verdict verify(Request request, Instant now) {
        return switch (place.in(request)) {
            case NoValue(var reason, var why) -> new Unverified(reason, why);
            case Value(var values) -> worst(values.stream().map(this::judge).toList());
        };
    }

    private Verdict judge(String value) {
        return NamedKey.judge(keys, List.of(value.getBytes(UTF_8)), new SignedContent(List.of()));
    }

    private static Verdict worst(List<Verdict> verdicts) {
        return verdicts.stream().filter(Unverified.class::isInstance).findFirst().orElseGet(verdicts::getFirst);
    }
}
