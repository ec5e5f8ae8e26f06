package dev.onceward.signature;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.stream.Stream;

/// A public key of version `v1a`: the 32 bytes of RFC 8032.
final class Ed25519Public implements CheckingKey {
    static final String PREFIX = "whpk_";
    private static final int BYTES = 32;

    /// Each signature costs a pass over the body. A sender that changes its key needs two.
    private static final int MOST_TRIED = 3;

    private final PublicKey key;

    private Ed25519Public(PublicKey key) {
        this.key = key;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …"
    static Ed25519Public of(String text) {
        return of(KeyBytes.of(text, PREFIX));
    }

    static Ed25519Public of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("has " + bytes.length + " bytes; a public key has " + BYTES);
        }
        try {
            var key = KeyFactory.getInstance(Ed25519Private.ALGORITHM)
                    .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point(bytes)));
            Signature.getInstance(Ed25519Private.ALGORITHM).initVerify(key);
            return new Ed25519Public(key);
        } catch (GeneralSecurityException notOnTheCurve) {
            throw new IllegalArgumentException("is no public key of ed25519", notOnTheCurve);
        }
    }

    @Override
    public String version() {
        return Ed25519Private.VERSION;
    }

    @Override
    public boolean made(Stream<byte[]> signatures, byte[] head, byte[] body) {
        return signatures.limit(MOST_TRIED).anyMatch(signature -> made(signature, head, body));
    }

    private boolean made(byte[] given, byte[] head, byte[] body) {
        try {
            var signature = Signature.getInstance(Ed25519Private.ALGORITHM);
            signature.initVerify(key);
            signature.update(head);
            signature.update(body);
            return signature.verify(given);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    /// Little-endian, with the sign of x in the highest bit.
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
