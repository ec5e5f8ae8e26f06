package dev.onceward.relay.kafka;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.SerializationException;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.FailureText;

/// Decides what a failure of the producer means. Few failures concern the event itself; they come back however often it
/// is sent. Any other failure, such as a wrong password or a missing permission, concerns all events and is tried
/// again, otherwise it would make a whole backlog dead.
final class KafkaFailure {
    private KafkaFailure() {}

    static AttemptOutcome outcome(Throwable failure) {
        var reason = FailureText.of("Kafka", failure);
        return isOfTheEvent(failure) ? new Refused(reason, null) : new Failed(reason, null, null);
    }

    /// Whether the producer may fail like this for ever: once a broker has refused it, for instance because of a wrong
    /// password, it keeps that as the cause of all later failures. A producer that could not be created is created anew
    /// in any case.
    static boolean mayStay(Throwable failure) {
        return switch (failure) {
            case RetriableException _ -> false;
            case ApiException _ -> !isOfTheEvent(failure);
            case IllegalStateException _ -> true;
            default -> failure.getCause() instanceof ApiException;
        };
    }

    private static boolean isOfTheEvent(Throwable failure) {
        return switch (failure) {
            case RecordTooLargeException _ -> true;
            case RecordBatchTooLargeException _ -> true;
            case InvalidRecordException _ -> true;
            case SerializationException _ -> true;
            case InvalidTopicException _ -> true;
            default -> false;
        };
    }
}
