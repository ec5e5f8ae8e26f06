package dev.onceward.intake.signature.form;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;

/// Reads public keys in X.509 form, which is the content of a PEM file.
final class X509Key {
    private X509Key() {}

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …"
    static PublicKey of(String algorithm, byte[] bytes) {
        try {
            return KeyFactory.getInstance(algorithm).generatePublic(new X509EncodedKeySpec(bytes));
        } catch (GeneralSecurityException otherwise) {
            throw new IllegalArgumentException("must be a public " + algorithm + " key", otherwise);
        }
    }
}
