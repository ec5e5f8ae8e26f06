package dev.onceward.relay.sink;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/// What became of one attempt to deliver an event.
public sealed interface AttemptOutcome {

    /// For the record of the attempt and for metrics.
    default String word() {
        return switch (this) {
            case Delivered _ -> "delivered";
            case Failed _ -> "failed";
            case Refused _ -> "refused";
            case Gone _ -> "gone";
        };
    }

    /// @param duplicate the receiver said that it knew the event already
    record Delivered(boolean duplicate) implements AttemptOutcome {}

    /// May work later.
    ///
    /// @param notBefore what the receiver asked for
    record Failed(String why, @Nullable Duration notBefore,
            @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// Will not work later either, unless a person does something.
    record Refused(String why, @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// The receiver wants nothing of this subscription any more.
    record Gone(String why, @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// What the receiver said.
    ///
    /// @param excerpt the beginning of the body, as text; what is no text is replaced
    record ReceiverAnswer(int status, String excerpt) {}
}
