package dev.onceward.intake.signature.field;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;

/// How old a request may be. A request may be signed in the future by at least a minute, because this machine's clock
/// may be slow.
///
/// @param most null means that the age of a request does not matter
public record Tolerance(@Nullable Duration most) {
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    public Optional<Verdict> refusal(Instant at, Instant now) {
        if (most == null) {
            return Optional.empty();
        }
        var age = Duration.between(at, now);
        if (age.compareTo(most) > 0) {
            return Optional.of(new Unverified(RefusalReason.STALE, "stale by " + (age.toSeconds() - most.toSeconds())
                    + " s: it was signed " + age.toSeconds() + " s ago, " + most.toSeconds() + " are tolerated"));
        }
        var ahead = most.compareTo(CLOCKS) > 0 ? most : CLOCKS;
        return age.negated().compareTo(ahead) > 0
                ? Optional.of(new Unverified(RefusalReason.AHEAD, "signed " + -age.toSeconds() + " s in the future, "
                        + ahead.toSeconds() + " are tolerated"))
                : Optional.empty();
    }
}
