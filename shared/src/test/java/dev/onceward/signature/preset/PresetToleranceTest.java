package dev.onceward.signature.preset;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static org.assertj.core.api.Assertions.assertThat;

/// How old a request may be, of every sender that says when it signed: also of those that do not say what they
/// tolerate, where the user does.
class PresetToleranceTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<Vector> timed() {
        return Vector.all().filter(vector -> vector.preset().isTimed());
    }

    @ParameterizedTest
    @MethodSource("timed")
    void what_is_as_old_as_tolerated_is_genuine(Vector vector) {
        assertThat(after(tolerance(vector), vector)).isInstanceOf(Genuine.class);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void what_is_older_than_tolerated_is_stale(Vector vector) {
        assertForged(after(tolerance(vector).plus(SECOND), vector), Reason.STALE);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void what_is_as_far_ahead_as_tolerated_is_genuine(Vector vector) {
        assertThat(after(tolerance(vector).negated(), vector)).isInstanceOf(Genuine.class);
    }

    @ParameterizedTest
    @MethodSource("timed")
    void what_is_further_ahead_than_tolerated_is_ahead(Vector vector) {
        assertForged(after(tolerance(vector).plus(SECOND).negated(), vector), Reason.AHEAD);
    }

    private static Duration tolerance(Vector vector) {
        return vector.preset().tolerance().orElse(Duration.ofMinutes(5));
    }

    private static Verdict after(Duration age, Vector vector) {
        return vector.verdict(vector.secret(), Places.timestamp(vector).plus(age), tolerance(vector));
    }

    private static void assertForged(Verdict verdict, Reason reason) {
        assertThat(verdict).isInstanceOfSatisfying(Forged.class,
                forged -> assertThat(forged.reason()).isEqualTo(reason));
    }
}
