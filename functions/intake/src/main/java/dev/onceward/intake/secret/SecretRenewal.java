package dev.onceward.intake.secret;

import java.util.List;

/// What came of reading a source's secrets again.
public sealed interface SecretRenewal {

    record Same() implements SecretRenewal {}

    /// @param ids of all secrets that hold from now on
    record Changed(List<String> ids) implements SecretRenewal {}

    /// What was known before holds on.
    ///
    /// @param why the end of the sentence "the secrets …", without any of them
    record Unusable(String why) implements SecretRenewal {}
}
