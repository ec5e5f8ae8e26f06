package dev.onceward.signature;

import java.security.MessageDigest;
import java.util.List;

/// A secret that is sent itself, and covers nothing of what it comes with.
public final class TokenKey implements CheckingKey {
    private final byte[] token;

    public TokenKey(byte[] token) {
        this.token = token.clone();
    }

    @Override
    public boolean made(List<byte[]> signatures, SignedContent signedContent) {
        return signatures.stream().anyMatch(given -> MessageDigest.isEqual(token, given));
    }
}
