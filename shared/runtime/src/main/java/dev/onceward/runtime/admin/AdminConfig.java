package dev.onceward.runtime.admin;

import java.util.Optional;

import io.smallrye.config.ConfigMapping;

/// The tokens of operators. They are the same for all functions of a deployment.
@ConfigMapping(prefix = "onceward.admin")
public interface AdminConfig {
    /// The operator's bearer token for the admin API and for `POST /run`, 16 characters or more. Without it the admin
    /// API is closed, and requests in quarantine stay there until they expire.
    Optional<String> token();

    /// The bearer token for reading stored events, 16 characters or more. Without it nobody can read them.
    Optional<String> readToken();
}
