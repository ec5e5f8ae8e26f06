package dev.onceward.signature.preset;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.request.Chance;
import dev.onceward.request.Line;
import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

/// Whatever comes in, verification ends with a verdict, and soon.
class PresetPropertiesTest {
    private static final int TIMES = 50;
    private static final int MUCH = 1 << 19;
    private static final Duration SOON = Duration.ofSeconds(10);

    static Stream<Vector> vectors() {
        return Vector.all();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void any_headers_and_any_body_end_in_a_verdict(Vector vector) {
        Chance.often(100, chance -> assertThat(by(chance, vector).verdict()).isInstanceOf(Forged.class));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_anything_for_its_body_ends_in_a_verdict(Vector vector) {
        assertThat(verdicts(Hostile.BODY, vector)).hasSize(TIMES).doesNotContainNull();
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_anything_for_one_header_ends_in_a_verdict(Vector vector) {
        assertReached(verdicts(Hostile.HEADER, vector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_anything_for_its_query_ends_in_a_verdict(Vector vector) {
        assertReached(verdicts(Hostile.QUERY, vector));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_genuine_request_with_anything_put_into_its_body_ends_in_a_verdict(Vector vector) {
        assertReached(verdicts(Hostile.SPLICED_BODY, vector));
    }

    /// That many bytes take some milliseconds; what takes the square of them takes a minute.
    @ParameterizedTest
    @MethodSource("vectors")
    void half_a_megabyte_for_one_thing_is_judged_in_seconds(Vector vector) {
        assertThat(Hostile.huge(vector, MUCH).map(PresetPropertiesTest::soon))
                .doesNotContainNull().anyMatch(PresetPropertiesTest::isCompared);
    }

    private static Verdict soon(Vector vector) {
        ThrowingSupplier<Verdict> judged = vector::verdict;
        return assertTimeoutPreemptively(SOON, judged);
    }

    private static List<Verdict> verdicts(Hostile hostile, Vector vector) {
        var verdicts = new ArrayList<Verdict>();
        Chance.often(TIMES, chance -> verdicts.add(hostile.made(vector, chance).verdict()));
        return verdicts;
    }

    /// What always ended at the first look would try nothing of what is behind it.
    private static void assertReached(List<Verdict> verdicts) {
        assertThat(verdicts).hasSize(TIMES).doesNotContainNull().filteredOn(PresetPropertiesTest::isCompared)
                .hasSizeGreaterThan(TIMES / 10);
    }

    private static boolean isCompared(Verdict verdict) {
        return verdict instanceof Genuine
                || (verdict instanceof Forged(var reason, var _) && reason == Reason.NO_MATCH);
    }

    private static Vector by(Chance chance, Vector vector) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        vector.headers().forEach(header -> headers.add(Map.entry(header.getKey(), Hostile.text(chance))));
        var line = new Line("POST", Hostile.text(chance), "198.51.100.1".repeat(chance.below(2)));
        var body = chance.below(2) == 0
                ? Buffer.buffer(chance.bytes(300))
                : Buffer.buffer(chance.pieces(40, Hostile.BODIES));
        return new Vector(vector.file(), vector.facts(), line, headers, body);
    }
}
