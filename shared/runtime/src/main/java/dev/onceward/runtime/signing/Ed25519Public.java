package dev.onceward.runtime.signing;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;

/// Reads public keys of Ed25519: the 32 bytes of RFC 8032.
public final class Ed25519Public {
    public static final String PREFIX = "whpk_";
    private static final int BYTES = 32;

    private Ed25519Public() {}

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …"
    public static VerificationKey of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("has " + bytes.length + " bytes; a public key has " + BYTES);
        }
        try {
            var key = KeyFactory.getInstance(Ed25519Private.ALGORITHM)
                    .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(bytes)));
            Signature.getInstance(Ed25519Private.ALGORITHM).initVerify(key);
            return new PublicKeyOf(Ed25519Private.ALGORITHM, key);
        } catch (GeneralSecurityException notOnTheCurve) {
            throw new IllegalArgumentException("is no public key of ed25519", notOnTheCurve);
        }
    }

    /// Reads a little-endian number, with the sign of x in the highest bit.
    private static EdECPoint point(byte[] bytes) {
        var y = new byte[BYTES];
        for (var i = 0; i < BYTES; i++) {
            y[i] = bytes[BYTES - 1 - i];
        }
        var xIsOdd = y[0] < 0;
        y[0] &= 0x7f;
        return new EdECPoint(xIsOdd, new BigInteger(1, y));
    }
}
