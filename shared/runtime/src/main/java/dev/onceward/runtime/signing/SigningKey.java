package dev.onceward.runtime.signing;

/// A key that signs outgoing requests.
public sealed interface SigningKey permits Secret, Ed25519Private {

    /// The version in front of its signatures, which tells a receiver how to verify them.
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
