package dev.onceward.relay.sink;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/// The outcome of one attempt to deliver an event.
public sealed interface AttemptOutcome {

    /// The word for the record of the attempt and for metrics.
    default String word() {
        return switch (this) {
            case Delivered _ -> "delivered";
            case Failed _ -> "failed";
            case Refused _ -> "refused";
            case Gone _ -> "gone";
        };
    }

    /// @param duplicate whether the receiver answered that it knew the event already
    record Delivered(boolean duplicate) implements AttemptOutcome {}

    /// A later attempt may succeed.
    ///
    /// @param notBefore the pause that the receiver asked for
    record Failed(String why, @Nullable Duration notBefore,
            @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// A later attempt will fail too, unless an operator changes something.
    record Refused(String why, @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// The receiver accepts no more events of this subscription.
    record Gone(String why, @Nullable ReceiverAnswer answer) implements AttemptOutcome {}

    /// The answer of a receiver.
    ///
    /// @param excerpt the beginning of the body as text, with invalid bytes replaced
    record ReceiverAnswer(int status, String excerpt) {}
}
