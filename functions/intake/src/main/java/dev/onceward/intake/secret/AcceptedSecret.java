package dev.onceward.intake.secret;

import java.util.List;

import dev.onceward.intake.signature.SecretText;

/// What became of a secret that a sender gave us.
public sealed interface AcceptedSecret {

    /// It is stored for good, or was before.
    ///
    /// @param all that the source's sender gave us, the newest first
    record KeptSecret(List<SecretText> all) implements AcceptedSecret {}

    /// The source has as many as it may have.
    record TooManySecrets(int most) implements AcceptedSecret {}
}
