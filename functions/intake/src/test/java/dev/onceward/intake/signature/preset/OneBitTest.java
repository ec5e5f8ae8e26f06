package dev.onceward.intake.signature.preset;

import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.testing.TestAll;

import static org.assertj.core.api.Assertions.assertThat;

/// What was signed and is no longer the same, from its first bit to its last. Outside of CI, fewer
/// bits between these two.
class OneBitTest {
    private static final int BITS_TRIED = TestAll.rounds(400, 20);
    /// All are enough for each character of the longest, a token of Google's with its header, its claims and its signature.
    private static final int SIGNATURE_BITS_TRIED = TestAll.rounds(1_000, 40);

    /// What is held against a token covers nothing; of these, only the named parts of the body.
    private static final Set<String> COVERS_PARTS = Set.of("sns", "adyen", "google", "envoy", "nginx", "traefik",
            "addresses");

    /// Where a certificate is published is for the sender to choose; what it says is what counts.
    private static final String NOT_SIGNED = "PAYPAL-CERT-URL";

    static Stream<SignedVector> coveringTheBody() {
        return SignedVector.all().filter(OneBitTest::coversBody);
    }

    /// Another spelling of a certificate in percent-encoded PEM is the same certificate.
    static Stream<SignedVector> withSignature() {
        return SignedVector.all().filter(
                signedVector -> !scheme(signedVector).equals("nginx") && !scheme(signedVector).equals("addresses"));
    }

    static Stream<SignedVector> withTimestamp() {
        return SignedVector.all()
                .filter(signedVector -> signedVector.preset().isTimed() || scheme(signedVector).equals("paypal"));
    }

    static Stream<SignedVector> withOtherHeaders() {
        return SignedVector.all().filter(signedVector -> others(signedVector).findAny().isPresent());
    }

    @ParameterizedTest
    @MethodSource("coveringTheBody")
    void a_request_with_one_changed_bit_in_the_body_is_forged(SignedVector signedVector) {
        var bits = signedVector.body().length() * 8;
        IntStream.range(0, BITS_TRIED).map(nth -> spread(nth, BITS_TRIED, bits))
                .map(bit -> isForm(signedVector) ? bit & ~7 : bit)
                .forEach(bit -> assertForged(signedVector.withBody(flipped(signedVector.body().getBytes(), bit)),
                        "bit " + bit));
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void a_request_with_one_changed_bit_in_the_signature_is_forged(SignedVector signedVector) {
        eachBit(SIGNATURE_BITS_TRIED, change -> EveryLocation.changeSignatures(signedVector, change));
    }

    @ParameterizedTest
    @MethodSource("withTimestamp")
    void a_request_with_one_changed_bit_in_the_timestamp_is_forged(SignedVector signedVector) {
        eachBit(BITS_TRIED, change -> EveryLocation.changeTimestamp(signedVector, change));
    }

    @ParameterizedTest
    @MethodSource("withOtherHeaders")
    void a_request_with_one_changed_bit_in_any_other_header_that_is_read_is_forged(SignedVector signedVector) {
        others(signedVector).forEach(name -> eachBit(BITS_TRIED, change -> signedVector.mapHeader(name, change)));
    }

    @ParameterizedTest
    @MethodSource("withSignature")
    void a_request_with_white_space_in_the_signature_is_forged(SignedVector signedVector) {
        assertForged(EveryLocation.changeSignatures(signedVector, text -> text.substring(0, text.length() / 2) + " "
                + text.substring(text.length() / 2)), "a space");
    }

    private interface ChangedRequest {
        SignedVector by(UnaryOperator<String> change);
    }

    private static void eachBit(int tried, ChangedRequest signedVector) {
        IntStream.range(0, tried).forEach(nth -> assertForged(signedVector.by(text -> flipped(text,
                spread(nth, tried, text.length() * 7))), nth + " of " + tried));
    }

    /// From 0 to the last of so many, whether they are more or fewer than are tried.
    private static int spread(int nth, int tried, int bits) {
        return (int) ((long) nth * (bits - 1) / (tried - 1));
    }

    private static Stream<String> others(SignedVector signedVector) {
        var ofSignature = EveryLocation.ofSignature(signedVector);
        return EveryLocation.headers(signedVector).stream()
                .filter(name -> !ofSignature.contains(name) && !name.equals(NOT_SIGNED));
    }

    private static boolean coversBody(SignedVector signedVector) {
        var facts = signedVector.preset().facts();
        return !facts.text("algorithm").orElse("").equals("token") && !COVERS_PARTS.contains(scheme(signedVector))
                && facts.text("signed").orElse("{body}").contains("{body}");
    }

    /// A form may be spelled in several ways that say the same.
    private static boolean isForm(SignedVector signedVector) {
        return scheme(signedVector).equals("twilio") || scheme(signedVector).equals("mandrill");
    }

    private static String scheme(SignedVector signedVector) {
        return signedVector.preset().facts().text("scheme").orElse("");
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

    private static void assertForged(SignedVector signedVector, String what) {
        assertThat(signedVector.verdict()).as(what).isInstanceOf(Unverified.class);
    }
}
