package dev.onceward.inbox.jetstream;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;
import org.jboss.logging.Logger;

/// Publishes messages that failed too often to another subject, with the reason. Such a copy has the body and the
/// headers of the message, but an id of its own for JetStream: under the id of the message, a stream that holds the
/// message as well would drop it as a duplicate.
final class DeadLetters {
    /// Not the `Log` of Quarkus, which rewrites the classes that use it. In an application without the client it would fail.
    private static final Logger LOG = Logger.getLogger(DeadLetters.class);
    private static final int LONGEST_REASON = 1_000;

    private final String consumer;
    private final String subject;
    private final AtomicBoolean isFailing = new AtomicBoolean();

    DeadLetters(String consumer, String subject) {
        this.consumer = consumer;
        this.subject = subject;
    }

    /// @param id empty if the message has none
    /// @return whether a stream has stored the copy
    boolean store(Message message, String id, String reason) {
        try {
            publish(message, headers(message, id, reason));
        } catch (IOException | JetStreamApiException | RuntimeException failure) {
            failed(failure);
            return false;
        }
        if (isFailing.compareAndSet(true, false)) {
            LOG.infof("the inbox stores dead letters again: subject=%s consumer=%s", subject, consumer);
        }
        return true;
    }

    private void publish(Message message, Headers headers) throws IOException, JetStreamApiException {
        var _ = message.getConnection().jetStream().publish(NatsMessage.builder().subject(subject)
                .headers(thatFit(message, headers)).data(message.getData()).build());
    }

    /// A message may be as large as the server allows, and its copy has more headers. Then those of the message are left
    /// out, and where even the reason has no room, the body is all that is kept.
    private static Headers thatFit(Message message, Headers own) {
        var room = message.getConnection().getServerInfo().getMaxPayload() - message.getData().length;
        return Stream.of(withSource(message, own), own)
                .filter(headers -> headers.serializedLength() <= room)
                .findFirst().orElseGet(Headers::new);
    }

    private Headers headers(Message message, String id, String reason) {
        var metadata = message.metaData();
        return new Headers()
                .put("dead-letter-reason", headerText(reason))
                .put("dead-letter-consumer", headerText(consumer))
                .put("dead-letter-subject", headerText(message.getSubject()))
                .put("dead-letter-stream", headerText(metadata.getStream()))
                .put("dead-letter-sequence", Long.toString(metadata.streamSequence()))
                .put("dead-letter-message-id", headerText(id))
                .put(NatsJetStreamConstants.MSG_ID_HDR, headerText("%s-%d-%s-%s".formatted(metadata.getStream(),
                        metadata.streamSequence(), metadata.timestamp().toInstant(), consumer)));
    }

    /// Other headers of NATS tell the server what to do with the message, for instance to delete it after a while.
    private static Headers withSource(Message message, Headers own) {
        var headers = new Headers(message.getHeaders());
        List.copyOf(headers.keySet()).stream().filter(name -> name.startsWith("Nats-")).forEach(headers::remove);
        own.forEach(headers::put);
        return headers;
    }

    /// Headers of NATS have printable ASCII only.
    private static String headerText(String text) {
        var printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.substring(0, Math.min(LONGEST_REASON, printable.length()));
    }

    private void failed(Throwable failure) {
        if (isFailing.compareAndSet(false, true)) {
            LOG.warnf("the inbox could not store a dead letter and tries again: subject=%s consumer=%s cause=%s",
                    subject,
                    consumer, failure.toString());
        }
    }
}
