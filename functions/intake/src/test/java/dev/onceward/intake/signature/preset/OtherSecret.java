package dev.onceward.intake.signature.preset;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.util.Base64;

/// A secret of the same kind that belongs to somebody else.
final class OtherSecret {
    /// The second example of RFC 8032, section 7.1.
    private static final String ED25519 = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

    private static final String ED25519_BASE64 = "PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=";

    private OtherSecret() {}

    static String than(SignedVector signedVector) {
        var facts = signedVector.preset().facts();
        return switch (facts.text("scheme").orElse(facts.text("algorithm").orElse(""))) {
            case "ed25519" -> facts.text("secret").orElse("").equals("base64") ? ED25519_BASE64 : ED25519;
            case "ecdsa-p256-sha256" -> publicKey("EC", 256);
            case "rsa-sha256" -> publicKey("RSA", 2048);
            case "addresses" -> "198.51.100.0/24";
            default -> signedVector.secret().startsWith("whpk_")
                    ? "whpk_PUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw="
                    : changed(signedVector.secret());
        };
    }

    /// One digit or letter in the middle, so that it stays hexadecimal, base64 or whatever it was.
    private static String changed(String secret) {
        var characters = secret.toCharArray();
        var at = characters.length * 2 / 3;
        while (!Character.isLetterOrDigit(characters[at])) {
            at--;
        }
        characters[at] = characters[at] == '1' ? '2' : '1';
        return new String(characters);
    }

    private static String publicKey(String algorithm, int bits) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return Base64.getEncoder().encodeToString(generator.generateKeyPair().getPublic().getEncoded());
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
