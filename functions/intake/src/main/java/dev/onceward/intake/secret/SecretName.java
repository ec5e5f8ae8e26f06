package dev.onceward.intake.secret;

/// Names a secret in metrics and log messages.
///
/// @param secret the id of the secret
public record SecretName(String source, String secret) {}
