package dev.onceward.runtime.signing;

/// What requests of ours are signed with.
public sealed interface SigningKey permits Secret, Ed25519Private {

    /// What stands in front of its signatures, so that a receiver knows how to check them.
    String version();

    byte[] sign(SignedContent signedContent);

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static SigningKey of(String text) {
        if (text.startsWith(Ed25519Public.PREFIX)) {
            throw new IllegalArgumentException("is a public key, which signs nothing: the private one starts with "
                    + Ed25519Private.PREFIX);
        }
        return text.startsWith(Ed25519Private.PREFIX) ? Ed25519Private.of(text) : Secret.of(text);
    }
}
