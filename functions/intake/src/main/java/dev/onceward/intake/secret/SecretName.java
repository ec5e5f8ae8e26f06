package dev.onceward.intake.secret;

import org.jspecify.annotations.Nullable;

/// Names a secret in metrics and log messages. Each signed webhook looks its name up, so the name has methods of its own
/// for that: a native executable interprets those that a record has by itself, which takes 7 µs.
///
/// @param secret the id of the secret
public record SecretName(String source, String secret) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SecretName name && source.equals(name.source) && secret.equals(name.secret);
    }

    @Override
    public int hashCode() {
        return 31 * source.hashCode() + secret.hashCode();
    }
}
