package dev.onceward.intake.secret;

import java.util.List;

import dev.onceward.intake.signature.SecretText;

/// The outcome of storing a secret that a sender gave.
public sealed interface AcceptedSecret {

    /// The secret is committed, now or earlier.
    ///
    /// @param all secrets that this sender gave, the newest first
    record KeptSecret(List<SecretText> all) implements AcceptedSecret {}

    /// The source already has as many secrets as are allowed.
    record TooManySecrets(int most) implements AcceptedSecret {}
}
