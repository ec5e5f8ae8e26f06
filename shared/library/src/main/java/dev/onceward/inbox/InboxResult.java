package dev.onceward.inbox;

import org.jspecify.annotations.Nullable;

/// What became of a message. Acknowledge it unless it is [NotProcessed].
public sealed interface InboxResult<T> {

    /// The effect ran, and is committed together with the mark of the message.
    ///
    /// @param value the result of the effect
    record Processed<T>(@Nullable T value) implements InboxResult<T> {}

    /// The effect of the message was committed before, so it did not run.
    record AlreadyProcessed<T>() implements InboxResult<T> {}

    /// The effect of a message of a batch failed. Nothing of it is committed, neither its rows nor its mark.
    record NotProcessed<T>(Throwable cause) implements InboxResult<T> {}
}
