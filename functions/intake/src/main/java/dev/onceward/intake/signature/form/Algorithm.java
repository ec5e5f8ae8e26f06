package dev.onceward.intake.signature.form;

import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.TokenKey;
import dev.onceward.runtime.signing.Ed25519Public;
import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.PublicKeyOf;
import dev.onceward.runtime.signing.VerificationKey;

/// The algorithm of a signature, and the kind of key that verifies it.
enum Algorithm {
    HMAC_SHA256("hmac-sha256"),
    HMAC_SHA1("hmac-sha1"),
    HMAC_SHA512("hmac-sha512"),
    ED25519("ed25519"),
    ECDSA_P256_SHA256("ecdsa-p256-sha256"),
    RSA_SHA256("rsa-sha256"),
    TOKEN("token");

    /// The length of an Ed25519 key in X.509 form, which begins with the name of the algorithm.
    private static final int X509_ED25519 = 44;

    private final String word;

    Algorithm(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }

    /// @param form how the sender writes its keys
    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    VerificationKey key(SecretForm form, String text) {
        return key(isPublic() && PemKey.is(text) ? PemKey.bytes(text) : form.bytes(text));
    }

    /// Whether the key that verifies is public and cannot sign.
    private boolean isPublic() {
        return switch (this) {
            case ED25519, ECDSA_P256_SHA256, RSA_SHA256 -> true;
            case HMAC_SHA256, HMAC_SHA1, HMAC_SHA512, TOKEN -> false;
        };
    }

    private VerificationKey key(byte[] bytes) {
        return switch (this) {
            case HMAC_SHA256 -> HmacKey.of("HmacSHA256", bytes);
            case HMAC_SHA1 -> HmacKey.of("HmacSHA1", bytes);
            case HMAC_SHA512 -> HmacKey.of("HmacSHA512", bytes);
            case TOKEN -> new TokenKey(bytes);
            case ED25519 -> bytes.length == X509_ED25519
                    ? new PublicKeyOf("Ed25519", X509Key.of("Ed25519", bytes))
                    : Ed25519Public.of(bytes);
            case ECDSA_P256_SHA256 -> new PublicKeyOf("SHA256withECDSA", X509Key.of("EC", bytes));
            case RSA_SHA256 -> new PublicKeyOf("SHA256withRSA", X509Key.of("RSA", bytes));
        };
    }
}
