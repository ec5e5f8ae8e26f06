package dev.onceward.secret;

import java.util.List;

import dev.onceward.signature.SecretText;

/// What became of a secret that a sender gave us.
public sealed interface Lesson {

    /// It is stored for good, or was before.
    ///
    /// @param all that the source's sender gave us, the newest first
    record Kept(List<SecretText> all) implements Lesson {}

    /// The source has as many as it may have.
    record Full(int most) implements Lesson {}
}
