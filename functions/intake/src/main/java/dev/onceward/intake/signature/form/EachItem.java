package dev.onceward.intake.signature.form;

import java.time.Instant;
import java.util.List;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Forged;
import dev.onceward.intake.signature.location.EachItemLocation;
import dev.onceward.intake.signature.location.FoundValue.NoValue;
import dev.onceward.intake.signature.location.FoundValue.Value;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A list each of whose items says a secret, and not all need to say the same: a sender may put together what belongs to
/// several subscriptions.
record EachItem(List<NamedKey> keys, EachItemLocation place) implements Scheme {

    @Override
    public Verdict verify(Request request, Instant now) {
        return switch (place.in(request)) {
            case NoValue(var reason, var why) -> new Forged(reason, why);
            case Value(var said) -> worst(said.stream().map(this::judge).toList());
        };
    }

    private Verdict judge(String said) {
        return NamedKey.judge(keys, List.of(said.getBytes(UTF_8)), new SignedContent(List.of()));
    }

    private static Verdict worst(List<Verdict> verdicts) {
        return verdicts.stream().filter(Forged.class::isInstance).findFirst().orElseGet(verdicts::getFirst);
    }
}
