package dev.onceward.intake.secret;

/// A secret as people speak of it.
///
/// @param secret its id
public record SecretName(String source, String secret) {}
