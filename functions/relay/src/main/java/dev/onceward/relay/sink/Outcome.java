package dev.onceward.relay.sink;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/// What became of one attempt to deliver an event.
public sealed interface Outcome {

    /// @param duplicate the receiver said that it knew the event already
    record Delivered(boolean duplicate) implements Outcome {}

    /// May work later.
    ///
    /// @param notBefore what the receiver asked for
    record Failed(String why, @Nullable Duration notBefore, @Nullable Answer answer) implements Outcome {}

    /// Will not work later either, unless a person does something.
    record Refused(String why, @Nullable Answer answer) implements Outcome {}

    /// The receiver wants nothing of this subscription any more.
    record Gone(String why, @Nullable Answer answer) implements Outcome {}

    /// What the receiver said.
    ///
    /// @param excerpt the beginning of the body, as text; what is no text is replaced
    record Answer(int status, String excerpt) {}
}
