package dev.onceward.relay.kafka;

import java.util.Set;

import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnknownProducerIdException;

import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.sink.Outcome.Failed;
import dev.onceward.relay.sink.Outcome.Refused;
import dev.onceward.relay.sink.Reason;

/// What a failure of the producer means for the event: its own troubles with its numbers pass, and so does what Kafka calls
/// retriable; any other answer of the broker stays the same however often it is asked.
final class KafkaFailure {
    private static final Set<Class<?>> PASSING = Set.of(OutOfOrderSequenceException.class,
            UnknownProducerIdException.class, InvalidProducerEpochException.class, ProducerFencedException.class);

    private KafkaFailure() {}

    static Outcome outcome(Throwable failure) {
        var reason = Reason.of("Kafka", failure);
        return switch (failure) {
            case RetriableException _ -> new Failed(reason, null, null);
            case ApiException answer when !PASSING.contains(answer.getClass()) -> new Refused(reason, null);
            default -> new Failed(reason, null, null);
        };
    }
}
