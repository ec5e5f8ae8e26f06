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

/// What a failure of the producer means. Few say something of the event, and those stay the same however often it is sent.
/// Whatever else there is, a password that is wrong or a right that is missing, is the same for all events and is tried
/// again: else it would end a whole backlog.
final class KafkaFailure {
    private KafkaFailure() {}

    static AttemptOutcome outcome(Throwable failure) {
        var reason = FailureText.of("Kafka", failure);
        return isOfTheEvent(failure) ? new Refused(reason, null) : new Failed(reason, null, null);
    }

    /// Whether the producer may fail like that for ever: a broker said no to it, with a wrong password once, and it keeps
    /// that as the cause of all its failures to come. One that could not even be made is made anew in any case.
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
