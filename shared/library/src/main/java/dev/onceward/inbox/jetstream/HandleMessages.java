package dev.onceward.inbox.jetstream;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.nats.client.Message;
import org.jboss.logging.Logger;

import dev.onceward.internal.inbox.ConnectionLostTooOften;

/// Handles one message after the other, on a thread of the client, which it blocks. All blocking calls are here and in
/// what this calls. What it cannot tell the server does no harm: the server delivers the message again, and its mark is
/// found. It is no `MessageHandler`: a native image would need the client of NATS in every application to check its type.
final class HandleMessages {
    /// Not the `Log` of Quarkus, which rewrites the classes that use it. In an application without the client it would fail.
    private static final Logger LOG = Logger.getLogger(HandleMessages.class);
    private static final Duration LONGEST_ACK = Duration.ofSeconds(5);

    private final ProcessDelivery processDelivery;
    private final JetStreamMessageId messageId;
    private final DeadLetters deadLetters;
    private final CountFailures countFailures = new CountFailures();
    private final LookUpLimits lookUpLimits = new LookUpLimits();

    HandleMessages(ProcessDelivery processDelivery, JetStreamMessageId messageId, DeadLetters deadLetters) {
        this.processDelivery = processDelivery;
        this.messageId = messageId;
        this.deadLetters = deadLetters;
    }

    void handle(Message message) throws InterruptedException {
        try {
            settle(message);
        } catch (IllegalStateException closed) {
            LOG.debugf("the connection to NATS was closed before a message was settled: %s", closed.getMessage());
        }
    }

    private void settle(Message message) throws InterruptedException {
        var found = messageId.of(message);
        var id = found.orEmpty();
        var reason = JetStreamMessageId.problem(found).or(() -> countFailures.reason(message));
        if (reason.isPresent()) {
            giveUp(message, id, reason.get());
            return;
        }
        var failure = await(processDelivery.start(id, message), message);
        if (failure.isEmpty()) {
            acknowledge(message);
        } else {
            tryAgain(message, id, failure.get());
        }
    }

    /// Tells the server from time to time that the work goes on, so that it does not deliver the message again.
    private Optional<Throwable> await(CompletableFuture<Optional<Throwable>> result, Message message)
            throws InterruptedException {
        while (true) {
            try {
                return result.get(lookUpLimits.of(message).heartbeat().toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException unfinished) {
                message.inProgress();
            } catch (ExecutionException failed) {
                return Optional.of(failed);
            } catch (InterruptedException ended) {
                var _ = result.cancel(true);
                throw ended;
            }
        }
    }

    /// Waits until the server confirms that it has the acknowledgement.
    private void acknowledge(Message message) throws InterruptedException {
        countFailures.forget(message);
        try {
            message.ackSync(LONGEST_ACK);
        } catch (TimeoutException unconfirmed) {
            LOG.debugf("NATS did not confirm an acknowledgement: consumer=%s", processDelivery.consumer());
        }
    }

    private void tryAgain(Message message, String id, Throwable failure) {
        var failures = countFailures.add(message);
        if (failure instanceof ConnectionLostTooOften || failures >= processDelivery.attempts()
                || lookUpLimits.of(message).isLast(message)) {
            giveUp(message, id, failure.toString());
        } else {
            message.nakWithDelay(processDelivery.pauseMillis(failures));
        }
    }

    /// A message is given up only after its copy is stored. Where that fails, it is delivered again, and its effect does
    /// not run any more.
    private void giveUp(Message message, String id, String reason) {
        if (deadLetters.store(message, id, reason)) {
            countFailures.forget(message);
            message.term();
            LOG.warnf("the inbox gave up a message, which is among the dead letters: consumer=%s id=%s cause=%s",
                    processDelivery.consumer(), id, reason);
        } else {
            message.nakWithDelay(processDelivery.pauseMillis(countFailures.addGivenUp(message, reason)));
        }
    }
}
