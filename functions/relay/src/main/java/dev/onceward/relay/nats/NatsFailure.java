package dev.onceward.relay.nats;

import java.util.concurrent.CompletionException;

import io.nats.client.JetStreamApiException;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.FailureText;

/// Decides what a failure means for the event. A missing stream may still be created, and a full one may be emptied, so
/// both are tried again.
final class NatsFailure {
    private static final int TOO_LARGE_FOR_STREAM = 10054;
    private static final String NO_RESPONDERS = "503";

    private NatsFailure() {}

    static AttemptOutcome outcome(String subject, Throwable failure) {
        var reason = FailureText.of("NATS", failure);
        return switch (cause(failure)) {
            case IllegalArgumentException _ -> new Refused(reason, null);
            case JetStreamApiException answer when answer.getApiErrorCode() == TOO_LARGE_FOR_STREAM ->
                new Refused(FailureText.of("NATS", answer), null);
            case Throwable other when String.valueOf(other.getMessage()).contains(NO_RESPONDERS) ->
                new Failed("NATS: No stream of JetStream takes the subject " + subject + ".", null, null);
            case Throwable other -> new Failed(FailureText.of("NATS", other), null, null);
        };
    }

    /// Unwraps the exceptions of the client and its futures.
    private static Throwable cause(Throwable failure) {
        var wrapped = failure instanceof CompletionException || failure.getClass() == RuntimeException.class;
        var cause = failure.getCause();
        return wrapped && cause != null ? cause(cause) : failure;
    }
}
