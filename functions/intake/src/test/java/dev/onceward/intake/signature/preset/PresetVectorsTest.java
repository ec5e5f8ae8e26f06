package dev.onceward.intake.signature.preset;

import java.time.Clock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.rule.KeyRules;

import static org.assertj.core.api.Assertions.assertThat;

/// Each preset against requests that somebody else signed.
class PresetVectorsTest {
    static Stream<SignedVector> vectors() {
        return SignedVector.all();
    }

    static Stream<SignedVector> withKey() {
        return vectors().filter(signedVector -> signedVector.fact("key").isPresent());
    }

    static Stream<SignedVector> withoutKey() {
        return vectors().filter(signedVector -> signedVector.fact("key").isEmpty());
    }

    static Stream<SignedVector> withType() {
        return vectors().filter(signedVector -> signedVector.fact("type").isPresent());
    }

    @Test
    void every_preset_has_a_vector() {
        assertThat(vectors().map(signedVector -> signedVector.preset().name()).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(Presets.all().keySet());
    }

    @Test
    void every_test_vector_names_its_origin() {
        assertThat(vectors()).allSatisfy(signedVector -> assertThat(signedVector.fact("from")).isPresent());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_request_that_the_sender_signed_is_genuine(SignedVector signedVector) {
        assertThat(signedVector.verdict()).as(signedVector.file()).isEqualTo(new Verified("1"));
    }

    @ParameterizedTest
    @MethodSource("withKey")
    void the_event_id_is_the_key(SignedVector signedVector) {
        assertThat(key(signedVector.preset().eventId(), signedVector)).as(signedVector.file())
                .isEqualTo(signedVector.fact("key").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("withoutKey")
    void a_preset_without_an_event_id_uses_the_content_hash_or_a_uuid_as_the_key(SignedVector signedVector) {
        assertThat(signedVector.preset().eventId()).matches("content-hash.*|(?:header:Idempotency-Key \\| )?uuid");
    }

    @ParameterizedTest
    @MethodSource("withType")
    void the_event_type_is_found_where_the_preset_expects_it(SignedVector signedVector) {
        assertThat(key(signedVector.preset().eventType().orElseThrow(), signedVector))
                .isEqualTo(signedVector.fact("type").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_request_verified_with_another_secret_is_forged(SignedVector signedVector) {
        assertThat(signedVector.verdict(OtherSecret.than(signedVector), signedVector.at()))
                .isInstanceOf(Unverified.class);
    }

    private static String key(String rule, SignedVector signedVector) {
        return new KeyRules(Clock.systemUTC(), "").parse(rule)
                .of(signedVector.request()) instanceof Found(var key, var _)
                        ? key
                        : "";
    }
}
