package dev.onceward.internal.token;

import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;

/// How long a bearer token must be. Nothing limits how often a stranger may try a token, so a short one would be guessed.
public final class TokenLength {
    private static final int LEAST = 16;

    private TokenLength() {}

    /// @param key where the token is configured
    /// @return the token, or nothing if there is none
    public static Optional<String> checked(String key, Optional<String> token) {
        if (token.isPresent() && token.get().length() < LEAST) {
            throw new ConfigurationException(key + " must have at least " + LEAST
                    + " characters, such as the output of: openssl rand -hex 16");
        }
        return token;
    }
}
