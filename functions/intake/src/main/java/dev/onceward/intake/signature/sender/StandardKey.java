package dev.onceward.intake.signature.sender;

import dev.onceward.intake.signature.NamedKey;
import dev.onceward.intake.signature.SecretForm;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.runtime.signing.Ed25519Private;
import dev.onceward.runtime.signing.Ed25519Public;
import dev.onceward.runtime.signing.KeyBytes;
import dev.onceward.runtime.signing.Secret;

/// A key that verifies signatures of Standard Webhooks.
///
/// @param version the version in front of the signatures that the key can verify
record StandardKey(String version, NamedKey key) {

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static StandardKey of(SecretText secret) {
        var text = secret.text();
        if (text.startsWith(Ed25519Private.PREFIX)) {
            throw new IllegalArgumentException("is the sender's private key: the public one starts with "
                    + Ed25519Public.PREFIX);
        }
        return text.startsWith(Ed25519Public.PREFIX)
                ? new StandardKey(Ed25519Private.VERSION,
                        secret.named(Ed25519Public.of(KeyBytes.of(text, Ed25519Public.PREFIX))))
                : new StandardKey(Secret.VERSION, secret.named(Secret.of(text).key()));
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    static StandardKey ofText(SecretText secret) {
        return new StandardKey(Secret.VERSION, secret.hmac("HmacSHA256", SecretForm.TEXT));
    }
}
