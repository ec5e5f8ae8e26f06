package dev.onceward.intake.signature.preset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.signature.RefusalReason;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.testing.RandomInputs;
import dev.onceward.testing.TestAll;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/// Whatever comes in, verification ends with a verdict, and soon.
class PresetPropertiesTest {
    private static final int TIMES = TestAll.rounds(50, 10);
    private static final int TIMES_OF_RANDOM = TestAll.rounds(100, 10);
    private static final int MUCH = 1 << 19;
    private static final Duration SOON = Duration.ofSeconds(10);

    static Stream<SignedVector> vectors() {
        return SignedVector.all();
    }

    /// All of them in CI, otherwise the first one of each scheme.
    static Stream<SignedVector> vectorsOfEachScheme() {
        var schemes = new HashSet<String>();
        return SignedVector.all().filter(signedVector -> schemes.add(scheme(signedVector)) || TestAll.isWanted());
    }

    private static String scheme(SignedVector signedVector) {
        return signedVector.preset().facts().text("scheme").orElse("");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_request_with_random_headers_query_and_body_is_forged(SignedVector signedVector) {
        RandomInputs.often(TIMES_OF_RANDOM,
                chance -> assertThat(by(chance, signedVector).verdict()).isInstanceOf(Unverified.class));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_a_random_body_gets_a_verdict(SignedVector signedVector) {
        assertThat(verdicts(HostileChange.BODY, signedVector)).hasSize(TIMES).doesNotContainNull();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_one_random_header_gets_a_verdict(SignedVector signedVector) {
        assertReached(verdicts(HostileChange.HEADER, signedVector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_a_random_query_gets_a_verdict(SignedVector signedVector) {
        assertReached(verdicts(HostileChange.QUERY, signedVector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_random_text_inserted_into_its_body_gets_a_verdict(SignedVector signedVector) {
        assertReached(verdicts(HostileChange.SPLICED_BODY, signedVector));
    }

    /// That many bytes take some milliseconds; what takes the square of them takes a minute.
    @ParameterizedTest
    @MethodSource("vectorsOfEachScheme")
    void half_a_megabyte_in_one_header_the_query_or_the_body_gets_a_verdict_within_ten_seconds(
            SignedVector signedVector) {
        assertThat(HostileChange.huge(signedVector, MUCH).map(PresetPropertiesTest::soon))
                .doesNotContainNull().anyMatch(PresetPropertiesTest::isCompared);
    }

    private static Verdict soon(SignedVector signedVector) {
        ThrowingSupplier<Verdict> judged = signedVector::verdict;
        return assertTimeoutPreemptively(SOON, judged);
    }

    private static List<Verdict> verdicts(HostileChange hostile, SignedVector signedVector) {
        var verdicts = new ArrayList<Verdict>();
        RandomInputs.often(TIMES, chance -> verdicts.add(hostile.made(signedVector, chance).verdict()));
        return verdicts;
    }

    /// What always ended at the first look would try nothing of what is behind it.
    private static void assertReached(List<Verdict> verdicts) {
        assertThat(verdicts).hasSize(TIMES).doesNotContainNull().filteredOn(PresetPropertiesTest::isCompared)
                .hasSizeGreaterThan(TIMES / 10);
    }

    private static boolean isCompared(Verdict verdict) {
        return verdict instanceof Verified
                || (verdict instanceof Unverified(var reason, var _) && reason == RefusalReason.NO_MATCH);
    }

    private static SignedVector by(RandomInputs chance, SignedVector signedVector) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        signedVector.headers().forEach(header -> headers.add(Map.entry(header.getKey(), HostileChange.text(chance))));
        var line = new RequestLine("POST", HostileChange.text(chance), "198.51.100.1".repeat(chance.below(2)));
        var body = chance.below(2) == 0
                ? Buffer.buffer(chance.bytes(300))
                : Buffer.buffer(chance.pieces(40, HostileChange.BODIES));
        return new SignedVector(signedVector.file(), signedVector.facts(), line, headers, body);
    }
}
