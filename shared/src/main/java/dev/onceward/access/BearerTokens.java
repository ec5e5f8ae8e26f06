package dev.onceward.access;

import java.util.Optional;

import io.quarkus.runtime.configuration.ConfigurationException;

/// The bearer tokens that the configuration names.
public final class BearerTokens {
    private static final int LEAST = 16;

    private BearerTokens() {}

    /// Nothing limits how often a stranger may try a token, so a short one would be guessed.
    ///
    /// @param key where the token is configured
    public static Optional<String> checked(String key, Optional<String> token) {
        if (token.isPresent() && token.get().length() < LEAST) {
            throw new ConfigurationException(key + " must have at least " + LEAST
                    + " characters, such as the output of: openssl rand -hex 16");
        }
        return token;
    }
}
