package dev.onceward.relay.rabbitmq;

import java.io.IOException;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.AttemptOutcome.Refused;
import dev.onceward.relay.sink.FailureText;

/// Decides what a failure means for the event. A missing exchange may still be created and a permission may be granted,
/// so these failures are tried again. A message that no queue receives is refused: only an operator knows whether a
/// binding is missing or the event is not wanted.
final class RabbitMqFailure {

    /// The broker returned the message, because no queue receives it.
    static final class NoQueue extends IOException {
        private static final long serialVersionUID = 1;

        NoQueue(RabbitMqMessage publication) {
            super("No queue is bound to the exchange \"%s\" for the routing key \"%s\"."
                    .formatted(publication.exchange(), publication.routingKey()));
        }
    }

    private RabbitMqFailure() {}

    static AttemptOutcome outcome(Throwable failure) {
        return switch (failure) {
            case NoQueue unroutable -> new Refused(FailureText.of("RabbitMQ", unroutable), null);
            case IllegalArgumentException malformed -> new Refused(FailureText.of("RabbitMQ", malformed), null);
            case AlreadyClosedException before -> new Failed(FailureText.of("RabbitMQ", before), null, null);
            case ShutdownSignalException end when end.getReason() instanceof AMQP.Channel.Close close -> closed(close);
            default -> new Failed(FailureText.of("RabbitMQ", failure), null, null);
        };
    }

    /// The broker closes the channel because of one message and does not tell which one. If several messages were
    /// unconfirmed, all of them are tried again.
    static IOException ofAnother(ShutdownSignalException end) {
        return new IOException("The channel ended before the confirm: " + text(end.getReason()) + ".", end);
    }

    private static String text(@Nullable Method reason) {
        return switch (reason) {
            case AMQP.Channel.Close close -> close.getReplyText();
            case AMQP.Connection.Close close -> close.getReplyText();
            case null, default -> "the connection was lost";
        };
    }

    private static AttemptOutcome closed(AMQP.Channel.Close close) {
        var reason = "RabbitMQ: " + close.getReplyText();
        return switch (close.getReplyCode()) {
            case AMQP.PRECONDITION_FAILED, AMQP.CONTENT_TOO_LARGE -> new Refused(reason, null);
            default -> new Failed(reason, null, null);
        };
    }
}
