package dev.onceward.intake.signature;

import java.security.MessageDigest;
import java.util.List;

import dev.onceward.runtime.signing.CheckingKey;
import dev.onceward.runtime.signing.SignedContent;

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
