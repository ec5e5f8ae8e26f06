package dev.onceward.signature;

import java.util.stream.Stream;

/// What a stranger's signatures are held against.
sealed interface CheckingKey permits Secret, Ed25519Public {

    /// What stands in front of the signatures it can check.
    String version();

    /// Whether one of the signatures is genuine, in time linear in the body's size.
    boolean made(Stream<byte[]> signatures, byte[] head, byte[] body);

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static CheckingKey of(String text) {
        if (text.startsWith(Ed25519Private.PREFIX)) {
            throw new IllegalArgumentException("is the sender's private key: the public one starts with "
                    + Ed25519Public.PREFIX);
        }
        return text.startsWith(Ed25519Public.PREFIX) ? Ed25519Public.of(text) : Secret.of(text);
    }
}
