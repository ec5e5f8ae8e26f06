package dev.onceward.intake;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import dev.onceward.intake.handshake.Handshake;
import dev.onceward.intake.handshake.SourceHandshakes;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.source.BodyLimits;
import dev.onceward.intake.source.EventRules;
import dev.onceward.intake.source.OnMismatch;
import dev.onceward.intake.source.OnUnverified;
import dev.onceward.intake.source.SignatureSettings;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.source.SourceScheme;
import dev.onceward.intake.source.SuccessAnswer;
import dev.onceward.internal.rule.KeyRules;

/// A source of which nothing matters but how its sender proves who it is.
public final class SampleSource {
    private SampleSource() {}

    public static Source of(Scheme scheme, Handshake... handshakes) {
        return of("uuid", scheme, handshakes);
    }

    /// @param key the key rule, where `event-id` stands for `json:/id`
    public static Source of(String key, Scheme scheme, Handshake... handshakes) {
        Function<List<SecretText>, Scheme> preset = _ -> scheme;
        var rules = new EventRules(new KeyRules(Clock.systemUTC(), "json:/id").parse(key), null, null, null, "shop",
                OnMismatch.REPLAY, Duration.ofDays(30));
        return new Source("shop", CreateBean.of(SourceScheme.class, List.of(), preset), SignatureSettings.NONE,
                SourceHandshakes.of(List.of(handshakes), Optional.empty()), rules, OnUnverified.REJECT,
                SuccessAnswer.USUAL, new BodyLimits(1 << 20, List.of()), 20);
    }
}
