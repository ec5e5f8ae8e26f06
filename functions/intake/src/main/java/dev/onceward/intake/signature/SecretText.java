package dev.onceward.intake.signature;

import dev.onceward.runtime.signing.HmacKey;
import dev.onceward.runtime.signing.VerificationKey;

/// A secret as an operator wrote it. Its text must never appear in a log message, an error or an answer.
///
/// @param id its place in the list, its name, or the name of its file
public record SecretText(String id, String text) {

    public NamedKey named(VerificationKey key) {
        return new NamedKey(id, key);
    }

    /// @param algorithm as Java names it, such as `HmacSHA256`
    /// @throws IllegalArgumentException whose message ends the sentence "the secret …" and does not quote it
    public NamedKey hmac(String algorithm, SecretForm form) {
        return named(HmacKey.of(algorithm, form.bytes(text)));
    }

    @Override
    public String toString() {
        return "secret " + id;
    }
}
