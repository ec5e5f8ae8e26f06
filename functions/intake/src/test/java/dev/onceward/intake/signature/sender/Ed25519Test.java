package dev.onceward.intake.signature.sender;

import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Verdict;
import dev.onceward.intake.signature.Verdict.Unverified;
import dev.onceward.intake.signature.Verdict.Verified;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.runtime.signing.Signer;
import dev.onceward.runtime.signing.SigningKey;

import static dev.onceward.intake.signature.sender.Signed.BODY;
import static dev.onceward.intake.signature.sender.Signed.ID;
import static dev.onceward.intake.signature.sender.Signed.SECONDS;
import static dev.onceward.intake.signature.sender.Signed.SECRET;
import static dev.onceward.intake.signature.sender.Signed.SIGNATURE;
import static dev.onceward.intake.signature.sender.Signed.TIMESTAMP;
import static dev.onceward.intake.signature.sender.Signed.request;
import static dev.onceward.intake.signature.sender.Signed.scheme;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/// The keys are those of the first two examples of RFC 8032, section 7.1.
class Ed25519Test {
    static final String SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
    static final String PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    static final String OTHER_PUBLIC = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60, '',\
             e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
            4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb, 72,\
             92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
            """)
    void signing_the_examples_of_rfc_8032_produces_their_signatures(String seed, String message, String signature) {
        var hex = HexFormat.of();
        assertThat(SigningKey.of(key("whsk_", seed)).sign(SignedContent.of(new byte[0], hex.parseHex(message))))
                .isEqualTo(hex.parseHex(signature));
    }

    @Test
    void a_signature_of_a_private_key_is_genuine_for_its_public_key() {
        assertThat(verdict(signature(SEED), key("whpk_", PUBLIC))).isInstanceOf(Verified.class);
    }

    @Test
    void a_private_key_followed_by_its_public_key_makes_the_same_signature() {
        assertThat(signature(SEED + PUBLIC)).isEqualTo(signature(SEED));
    }

    @Test
    void a_signature_is_forged_for_another_public_key() {
        assertThat(verdict(signature(SEED), key("whpk_", OTHER_PUBLIC))).isInstanceOf(Unverified.class);
    }

    @Test
    void a_request_with_one_changed_bit_in_the_body_is_forged() {
        var changed = request(ID, TIMESTAMP, signature(SEED), StandardWebhooksTest.flipped(BODY, 9));
        assertThat(scheme(0, key("whpk_", PUBLIC)).verify(changed)).isInstanceOf(Unverified.class);
    }

    @Test
    void a_scheme_with_a_secret_and_a_public_key_accepts_signatures_of_both() {
        var both = new String[]{SECRET, key("whpk_", PUBLIC)};
        assertThat(verdict(signature(SEED), both)).isInstanceOf(Verified.class);
        assertThat(verdict(SIGNATURE, both)).isInstanceOf(Verified.class);
        assertThat(verdict("v1,AAAA " + signature(SEED), both)).isInstanceOf(Verified.class);
    }

    /// Else whoever knows the public key could pass it off as a shared secret.
    @ParameterizedTest
    @MethodSource("relabelled")
    void a_signature_relabelled_as_another_version_or_made_with_the_public_key_is_forged(String signature) {
        assertThat(verdict(signature, SECRET, key("whpk_", PUBLIC))).isInstanceOf(Unverified.class);
    }

    static Stream<String> relabelled() {
        var publicAsSecret = key("", PUBLIC);
        return Stream.of(signature(SEED).replace("v1a,", "v1,"), SIGNATURE.replace("v1,", "v1a,"),
                Signed.sign(publicAsSecret, ID, TIMESTAMP, BODY),
                Signed.sign(publicAsSecret, ID, TIMESTAMP, BODY).replace("v1,", "v1a,"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1a,", "v1a", "v1a,AAAA", "v1a,%", "v1a,=="})
    void a_malformed_signature_is_forged(String signature) {
        assertThat(verdict(signature, key("whpk_", PUBLIC))).isInstanceOf(Unverified.class);
    }

    /// Each costs a pass over the body.
    @Test
    void only_the_first_three_signatures_are_tried() {
        var wrong = "v1a," + Base64.getEncoder().encodeToString(new byte[64]) + " ";
        assertThat(verdict(wrong.repeat(2) + signature(SEED), key("whpk_", PUBLIC))).isInstanceOf(Verified.class);
        assertThat(verdict(wrong.repeat(3) + signature(SEED), key("whpk_", PUBLIC))).isInstanceOf(Unverified.class);
    }

    @ParameterizedTest
    @CsvSource({"whpk_,00,has 1 bytes; a public key has 32", "whpk_," + SEED + "00,has 33 bytes; a public key has 32",
            "whpk_,0200000000000000000000000000000000000000000000000000000000000000,is no public key of ed25519",
            "whpk_,ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff,is no public key of ed25519"})
    void an_invalid_public_key_is_refused_with_the_reason(String prefix, String hex, String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> StandardKey.of(new SecretText("1", key(prefix, hex))))
                .withMessage(why);
    }

    @Test
    void an_invalid_private_key_is_refused_with_the_reason() {
        refused("00", "has 1 bytes; a private key has 32, or 64 with the public one behind it");
        refused(SEED + "00", "has 33 bytes; a private key has 32, or 64 with the public one behind it");
        refused(SEED + OTHER_PUBLIC, "has a public key behind the private one that belongs to another");
    }

    @Test
    void a_private_key_is_refused_for_verifying_and_a_public_key_for_signing() {
        assertThatIllegalArgumentException().isThrownBy(() -> StandardKey.of(new SecretText("1", key("whsk_", SEED))))
                .withMessage("is the sender's private key: the public one starts with whpk_");
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(key("whpk_", PUBLIC)))
                .withMessage("is a public key, which signs nothing: the private one starts with whsk_");
    }

    private static void refused(String hex, String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> SigningKey.of(key("whsk_", hex))).withMessage(why);
    }

    private static Verdict verdict(String signature, String... keys) {
        Request request = request(ID, TIMESTAMP, signature, BODY);
        return scheme(0, keys).verify(request);
    }

    private static String signature(String seed) {
        Map<String, String> headers = Signer.of(List.of(key("whsk_", seed)))
                .sign(ID, Instant.ofEpochSecond(SECONDS), BODY.getBytes(UTF_8));
        return headers.getOrDefault("webhook-signature", "");
    }

    static String key(String prefix, String hex) {
        return prefix + Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    }
}
