package dev.onceward.intake.signature.preset;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;

import static org.assertj.core.api.Assertions.assertThat;

/// How old a request may be, of every sender that says when it signed: also of those that do not say what they
/// tolerate, where the user does.
class PresetToleranceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<SignedVector> timed() {
        return SignedVector.all().filter(signedVector -> signedVector.preset().isTimed());
    }

    @ParameterizedTest
    @MethodSource("timed")
    void a_request_as_old_as_the_tolerance_is_genuine(SignedVector signedVector) {
        assertThat(after(tolerance(signedVector), signedVector)).isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void a_request_older_than_the_tolerance_is_stale(SignedVector signedVector) {
        assertForged(after(tolerance(signedVector).plus(SECOND), signedVector), RefusalReason.STALE);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void a_request_as_far_ahead_as_the_tolerance_is_genuine(SignedVector signedVector) {
        assertThat(after(tolerance(signedVector).negated(), signedVector)).isInstanceOf(Verified.class);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void a_request_further_ahead_than_the_tolerance_is_ahead(SignedVector signedVector) {
        assertForged(after(tolerance(signedVector).plus(SECOND).negated(), signedVector), RefusalReason.AHEAD);
    }

    private static Duration tolerance(SignedVector signedVector) {
        return signedVector.preset().tolerance().orElse(Duration.ofMinutes(5));
    }

    private static Verdict after(Duration age, SignedVector signedVector) {
        return signedVector.verdict(signedVector.secret(), EveryLocation.timestamp(signedVector).plus(age),
                tolerance(signedVector));
    }

    private static void assertForged(Verdict verdict, RefusalReason refusalReason) {
        assertThat(verdict).isInstanceOfSatisfying(Unverified.class,
                forged -> assertThat(forged.reason()).isEqualTo(refusalReason));
    }
}
