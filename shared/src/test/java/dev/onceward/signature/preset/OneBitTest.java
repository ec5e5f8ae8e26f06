package dev.onceward.signature.preset;

import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.signature.Verdict.Forged;

import static org.assertj.core.api.Assertions.assertThat;

/// What was signed and is no longer the same, from its first bit to its last.
class OneBitTest {
    private static final int BITS_TRIED = 400;
    /// Enough for each character of the longest, a token of Google's with its header, its claims and its signature.
    private static final int SIGNATURE_BITS_TRIED = 1_000;

    /// What is held against a token covers nothing; of these, only the named parts of the body.
    private static final Set<String> COVERS_PARTS = Set.of("sns", "adyen", "google", "envoy", "nginx", "traefik",
            "addresses");

    /// Where a certificate is published is for the sender to choose; what it says is what counts.
    private static final String NOT_SIGNED = "PAYPAL-CERT-URL";

    static Stream<Vector> coveringTheBody() {
        return Vector.all().filter(OneBitTest::coversBody);
    }

    /// Another spelling of a certificate in percent-encoded PEM is the same certificate.
    static Stream<Vector> withSignature() {
        return Vector.all().filter(vector -> !scheme(vector).equals("nginx") && !scheme(vector).equals("addresses"));
    }

    static Stream<Vector> withTimestamp() {
        return Vector.all().filter(vector -> vector.preset().isTimed() || scheme(vector).equals("paypal"));
    }

    static Stream<Vector> withOtherHeaders() {
        return Vector.all().filter(vector -> others(vector).findAny().isPresent());
    }

    @ParameterizedTest
    @MethodSource("coveringTheBody")
    void one_bit_of_the_body_makes_it_forged(Vector vector) {
        var bits = vector.body().length() * 8;
        IntStream.range(0, BITS_TRIED).map(nth -> spread(nth, BITS_TRIED, bits))
                .map(bit -> isForm(vector) ? bit & ~7 : bit)
                .forEach(bit -> assertForged(vector.withBody(flipped(vector.body().getBytes(), bit)), "bit " + bit));
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void one_bit_of_the_signature_makes_it_forged(Vector vector) {
        eachBit(SIGNATURE_BITS_TRIED, change -> Places.changeSignatures(vector, change));
    }

    @ParameterizedTest
    @MethodSource("withTimestamp")
    void one_bit_of_the_timestamp_makes_it_forged(Vector vector) {
        eachBit(BITS_TRIED, change -> Places.changeTimestamp(vector, change));
    }

    @ParameterizedTest
    @MethodSource("withOtherHeaders")
    void one_bit_of_any_other_header_that_is_read_makes_it_forged(Vector vector) {
        others(vector).forEach(name -> eachBit(BITS_TRIED, change -> vector.mapHeader(name, change)));
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void white_space_in_the_signature_makes_it_forged(Vector vector) {
        assertForged(Places.changeSignatures(vector, text -> text.substring(0, text.length() / 2) + " "
                + text.substring(text.length() / 2)), "a space");
    }

    private interface Changed {
        Vector by(UnaryOperator<String> change);
    }

    private static void eachBit(int tried, Changed vector) {
        IntStream.range(0, tried).forEach(nth -> assertForged(vector.by(text -> flipped(text,
                spread(nth, tried, text.length() * 7))), nth + " of " + tried));
    }

    /// From 0 to the last of so many, whether they are more or fewer than are tried.
    private static int spread(int nth, int tried, int bits) {
        return (int) ((long) nth * (bits - 1) / (tried - 1));
    }

    private static Stream<String> others(Vector vector) {
        var ofSignature = Places.ofSignature(vector);
        return Places.headers(vector).stream().filter(name -> !ofSignature.contains(name) && !name.equals(NOT_SIGNED));
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

    private static byte[] flipped(byte[] body, int bit) {
        var flipped = body.clone();
        flipped[bit / 8] = (byte) (flipped[bit / 8] ^ 1 << bit % 8);
        return flipped;
    }

    private static String flipped(String text, int bit) {
        var characters = text.toCharArray();
        characters[bit / 7] = (char) (characters[bit / 7] ^ 1 << bit % 7);
        return new String(characters);
    }

    private static void assertForged(Vector vector, String what) {
        assertThat(vector.verdict()).as(what).isInstanceOf(Forged.class);
    }
}
