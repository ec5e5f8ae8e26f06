package dev.onceward.runtime.signing;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.List;

/// A private key of version `v1a`. The specification requires base64 and does not say of what; libraries write the 32
/// bytes of RFC 8032, or these followed by the 32 bytes of the public key. Both forms are accepted. It has no
/// `toString`, so that it cannot be logged by accident.
public final class Ed25519Private implements SigningKey {
    public static final String PREFIX = "whsk_";
    public static final String VERSION = "v1a";
    static final String ALGORITHM = "Ed25519";
    private static final int BYTES = 32;

    private final PrivateKey key;

    private Ed25519Private(PrivateKey key) {
        this.key = key;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static Ed25519Private of(String text) {
        var bytes = KeyBytes.of(text, PREFIX);
        if (bytes.length != BYTES && bytes.length != 2 * BYTES) {
            throw new IllegalArgumentException("has " + bytes.length + " bytes; a private key has " + BYTES + ", or "
                    + 2 * BYTES + " with the public one behind it");
        }
        var key = new Ed25519Private(key(Arrays.copyOf(bytes, BYTES)));
        if (bytes.length > BYTES && !key.belongsTo(Ed25519Public.of(Arrays.copyOfRange(bytes, BYTES, 2 * BYTES)))) {
            throw new IllegalArgumentException("has a public key behind the private one that belongs to another");
        }
        return key;
    }

    @Override
    public String version() {
        return VERSION;
    }

    @Override
    public byte[] sign(SignedContent signedContent) {
        try {
            var signature = Signature.getInstance(ALGORITHM);
            signature.initSign(key);
            for (var part : signedContent.parts()) {
                signature.update(part);
            }
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has Ed25519", impossible);
        }
    }

    private boolean belongsTo(VerificationKey other) {
        return other.made(List.of(sign(SignedContent.of())), SignedContent.of());
    }

    private static PrivateKey key(byte[] bytes) {
        try {
            return KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, bytes));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("any 32 bytes are a private key", impossible);
        }
    }
}
