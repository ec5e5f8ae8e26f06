package dev.onceward.signature.preset;

import java.time.Clock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.key.Extracted.Found;
import dev.onceward.key.KeyRules;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static org.assertj.core.api.Assertions.assertThat;

/// Each preset against requests that somebody else signed.
class PresetVectorsTest {
    static Stream<Vector> vectors() {
        return Vector.all();
    }

    static Stream<Vector> withKey() {
        return vectors().filter(vector -> vector.fact("key").isPresent());
    }

    static Stream<Vector> withoutKey() {
        return vectors().filter(vector -> vector.fact("key").isEmpty());
    }

    static Stream<Vector> withType() {
        return vectors().filter(vector -> vector.fact("type").isPresent());
    }

    @Test
    void every_preset_has_a_vector() {
        assertThat(vectors().map(vector -> vector.preset().name()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(Presets.all().keySet());
    }

    @Test
    void every_vector_says_where_it_is_from() {
        assertThat(vectors()).allSatisfy(vector -> assertThat(vector.fact("from")).isPresent());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void what_the_sender_signed_is_genuine(Vector vector) {
        assertThat(vector.verdict()).as(vector.file()).isEqualTo(new Genuine("1"));
    }

    @ParameterizedTest
    @MethodSource("withKey")
    void the_event_id_is_the_key(Vector vector) {
        assertThat(key(vector.preset().eventId(), vector)).as(vector.file())
                .isEqualTo(vector.fact("key").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("withoutKey")
    void without_an_id_of_the_senders_its_content_is_the_key_or_nothing(Vector vector) {
        assertThat(vector.preset().eventId()).matches("content-hash.*|(?:header:Idempotency-Key \\| )?uuid");
    }

    @ParameterizedTest
    @MethodSource("withType")
    void the_type_is_where_the_preset_says(Vector vector) {
        assertThat(key(vector.preset().eventType().orElseThrow(), vector)).isEqualTo(vector.fact("type").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void another_secret_makes_it_forged(Vector vector) {
        assertThat(vector.verdict(OtherSecret.than(vector), vector.at())).isInstanceOf(Forged.class);
    }

    private static String key(String rule, Vector vector) {
        return new KeyRules(Clock.systemUTC(), "").parse(rule).of(vector.request()) instanceof Found(var key, var _)
                ? key
                : "";
    }
}
