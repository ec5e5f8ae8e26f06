package dev.onceward.signature.preset;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.key.Extracted.Found;
import dev.onceward.key.KeyRules;
import dev.onceward.signature.Reason;
import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static org.assertj.core.api.Assertions.assertThat;

/// Each preset against requests that somebody else signed, and against what an attacker would make of them.
class PresetVectorsTest {
    private static final int BITS_TRIED = 400;

    /// What is held against a token covers nothing; of these, only the named parts of the body.
    private static final Set<String> COVERS_PARTS = Set.of("sns", "adyen", "google", "envoy", "nginx", "traefik",
            "addresses");

    static Stream<Vector> vectors() {
        return Vector.all();
    }

    static Stream<Vector> withKey() {
        return vectors().filter(vector -> vector.fact("key").isPresent()
                && !vector.preset().eventId().startsWith("composite:"));
    }

    static Stream<Vector> withType() {
        return vectors().filter(vector -> vector.fact("type").isPresent());
    }

    static Stream<Vector> coveringTheBody() {
        return vectors().filter(PresetVectorsTest::coversBody);
    }

    /// Another spelling of a certificate in percent-encoded PEM is the same certificate.
    static Stream<Vector> withSignature() {
        return vectors().filter(vector -> !scheme(vector).equals("nginx") && !scheme(vector).equals("addresses"));
    }

    static Stream<Vector> withTimestamp() {
        return vectors().filter(vector -> vector.preset().facts().text("signed").orElse("").contains("{timestamp}")
                || scheme(vector).equals("standard-webhooks"));
    }

    static Stream<Vector> withTolerance() {
        return vectors().filter(vector -> vector.preset().tolerance().isPresent());
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
    @MethodSource("withType")
    void the_type_is_where_the_preset_says(Vector vector) {
        assertThat(key(vector.preset().eventType().orElseThrow(), vector)).isEqualTo(vector.fact("type").orElseThrow());
    }

    @ParameterizedTest
    @MethodSource("coveringTheBody")
    void one_bit_of_the_body_makes_it_forged(Vector vector) {
        var step = isForm(vector) ? 8 : Math.max(1, vector.body().length() * 8 / BITS_TRIED);
        IntStream.iterate(0, bit -> bit < vector.body().length() * 8, bit -> bit + step)
                .forEach(bit -> assertForged(vector.withBody(flipped(vector.body().getBytes(), bit)), "bit " + bit));
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void one_bit_of_the_signature_makes_it_forged(Vector vector) {
        IntStream.range(0, BITS_TRIED).forEach(bit -> assertForged(
                Places.changeSignatures(vector, text -> flipped(text, bit)), "bit " + bit));
    }

    @ParameterizedTest
    @MethodSource("withTimestamp")
    void one_bit_of_the_timestamp_makes_it_forged(Vector vector) {
        IntStream.range(0, 80).forEach(bit -> assertForged(
                Places.changeTimestamp(vector, text -> flipped(text, bit)), "bit " + bit));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_missing_header_makes_it_forged(Vector vector) {
        var ofSignature = Places.ofSignature(vector);
        Places.headers(vector).forEach(name -> assertForged(without(vector, ofSignature.contains(name)
                ? ofSignature
                : List.of(name)), name));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void a_header_that_came_twice_makes_it_forged(Vector vector) {
        Places.headers(vector).forEach(name -> assertForged(twice(vector, name), name));
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void an_empty_header_makes_it_forged(Vector vector) {
        var ofSignature = Places.ofSignature(vector);
        for (var blank : List.of("", " ", "\t")) {
            Places.headers(vector).stream().filter(name -> ofSignature.size() < 2 || !ofSignature.contains(name))
                    .forEach(name -> assertForged(vector.mapHeader(name, _ -> blank), name));
        }
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void white_space_in_the_signature_makes_it_forged(Vector vector) {
        UnaryOperator<String> spaced = text -> text.substring(0, text.length() / 2) + " "
                + text.substring(text.length() / 2);
        assertForged(Places.changeSignatures(vector, spaced), "a space");
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void another_secret_makes_it_forged(Vector vector) {
        assertThat(vector.verdict(OtherSecret.than(vector), vector.at())).isInstanceOf(Forged.class);
    }

    @ParameterizedTest
    @MethodSource("withTolerance")
    void what_is_too_old_or_from_the_future_is_forged(Vector vector) {
        var days = Duration.ofDays(2);
        assertThat(vector.verdict(vector.secret(), vector.at().plus(days)))
                .isInstanceOfSatisfying(Forged.class, forged -> assertThat(forged.reason()).isEqualTo(Reason.STALE));
        assertThat(vector.verdict(vector.secret(), vector.at().minus(days)))
                .isInstanceOfSatisfying(Forged.class, forged -> assertThat(forged.reason()).isEqualTo(Reason.AHEAD));
    }

    private static String key(String rule, Vector vector) {
        return new KeyRules(Clock.systemUTC(), "").parse(rule).of(vector.request()) instanceof Found(var key, var _)
                ? key
                : "";
    }

    private static boolean coversBody(Vector vector) {
        var facts = vector.preset().facts();
        return !facts.text("algorithm").orElse("").equals("token") && !COVERS_PARTS.contains(scheme(vector))
                && facts.text("signed").orElse("{body}").contains("{body}");
    }

    /// A form may be spelled in several ways that say the same.
    private static boolean isForm(Vector vector) {
        return scheme(vector).equals("twilio") || scheme(vector).equals("mandrill");
    }

    private static String scheme(Vector vector) {
        return vector.preset().facts().text("scheme").orElse("");
    }

    private static Vector without(Vector vector, List<String> names) {
        return vector.withHeaders(vector.headers().stream()
                .filter(header -> names.stream().noneMatch(header.getKey()::equalsIgnoreCase)).toList());
    }

    private static Vector twice(Vector vector, String name) {
        var headers = new ArrayList<Map.Entry<String, String>>();
        for (var header : vector.headers()) {
            headers.add(header);
            if (header.getKey().equalsIgnoreCase(name)) {
                headers.add(header);
            }
        }
        return vector.withHeaders(headers);
    }

    private static byte[] flipped(byte[] body, int bit) {
        var flipped = body.clone();
        flipped[bit / 8] = (byte) (flipped[bit / 8] ^ 1 << bit % 8);
        return flipped;
    }

    private static String flipped(String text, int bit) {
        var characters = text.toCharArray();
        var at = bit / 7 % characters.length;
        characters[at] = (char) (characters[at] ^ 1 << bit % 7);
        return new String(characters);
    }

    private static void assertForged(Vector vector, String what) {
        assertThat(vector.verdict()).as(what).isInstanceOf(Forged.class);
    }
}
