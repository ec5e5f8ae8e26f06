package dev.onceward.intake.secret;

import java.util.List;

/// The outcome of reading a source's secrets again.
public sealed interface ReloadOutcome {

    record Same() implements ReloadOutcome {}

    /// @param ids of all secrets that are valid from now on
    record Changed(List<String> ids) implements ReloadOutcome {}

    /// The previous secrets stay valid.
    ///
    /// @param why the end of the sentence "the secrets …", without any of them
    record Unusable(String why) implements ReloadOutcome {}
}
