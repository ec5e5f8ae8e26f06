package dev.onceward.runtime.signing;

import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.List;

/// A public key. Whoever can verify a signature with it cannot make one.
public final class PublicKeyOf implements VerificationKey {
    /// The most signatures that are tried, because each takes a pass over the content. A sender that rotates its key
    /// sends two.
    private static final int MOST_TRIED = 3;

    private final String algorithm;
    private final PublicKey key;

    /// @param algorithm as Java names it, such as `Ed25519` or `SHA256withRSA`
    public PublicKeyOf(String algorithm, PublicKey key) {
        this.algorithm = algorithm;
        this.key = key;
    }

    @Override
    public boolean made(List<byte[]> signatures, SignedContent signedContent) {
        return signatures.stream().limit(MOST_TRIED).anyMatch(signature -> made(signature, signedContent));
    }

    private boolean made(byte[] given, SignedContent signedContent) {
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initVerify(key);
            for (var part : signedContent.parts()) {
                signature.update(part);
            }
            return signature.verify(given);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }
}
