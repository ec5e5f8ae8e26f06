package dev.onceward.runtime.signing;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// A shared secret. Whoever can verify a signature with it can also make one.
public final class HmacKey implements VerificationKey {
    private final SecretKeySpec key;

    private HmacKey(SecretKeySpec key) {
        this.key = key;
    }

    /// @param algorithm as Java names it, such as `HmacSHA256`
    public static HmacKey of(String algorithm, byte[] bytes) {
        return new HmacKey(new SecretKeySpec(bytes, algorithm));
    }

    @Override
    public boolean made(List<byte[]> signatures, SignedContent signedContent) {
        var own = sign(signedContent);
        return signatures.stream().anyMatch(given -> MessageDigest.isEqual(own, given));
    }

    public byte[] sign(SignedContent signedContent) {
        try {
            var mac = Mac.getInstance(key.getAlgorithm());
            mac.init(key);
            signedContent.parts().forEach(mac::update);
            return mac.doFinal();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has " + key.getAlgorithm(), impossible);
        }
    }
}
