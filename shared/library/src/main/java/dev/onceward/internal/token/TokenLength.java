package dev.onceward.internal.token;

import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;

/// Checks the length of a bearer token. Nothing limits how often a stranger may try tokens, so a short one could be
/// guessed.
public final class TokenLength {
    private static final int LEAST = 16;

    private TokenLength() {}

    /// @param key where the token is configured
    /// @return the token, or empty if there is none
    public static Optional<String> checked(String key, Optional<String> token) {
        if (token.isPresent() && token.get().length() < LEAST) {
            throw new ConfigurationException(key + " must have at least " + LEAST
                    + " characters, such as the output of: openssl rand -hex 16");
        }
        return token;
    }
}
