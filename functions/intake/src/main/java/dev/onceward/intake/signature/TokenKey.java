package dev.onceward.intake.signature;

import java.security.MessageDigest;
import java.util.List;

import dev.onceward.runtime.signing.SignedContent;
import dev.onceward.runtime.signing.VerificationKey;

/// Compares a token that the sender sends in clear. The token covers nothing of the request.
public final class TokenKey implements VerificationKey {
    private final byte[] token;

    public TokenKey(byte[] token) {
        this.token = token.clone();
    }

    @Override
    public boolean made(List<byte[]> signatures, SignedContent signedContent) {
        return signatures.stream().anyMatch(given -> MessageDigest.isEqual(token, given));
    }
}
