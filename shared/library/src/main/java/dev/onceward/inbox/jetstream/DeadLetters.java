package dev.onceward.inbox.jetstream;

import java.io.IOException;
import java.util.List;

import io.nats.client.JetStreamApiException;
import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.nats.client.support.NatsJetStreamConstants;

/// Publishes messages that failed too often to another subject, with the reason. Such a copy has the body and the
/// headers of the message, but an id of its own for JetStream: under the id of the message, a stream that holds the
/// message as well would drop it as a duplicate.
record DeadLetters(String consumer, String subject) {
    private static final int LONGEST_REASON = 1_000;

    /// Returns when a stream has stored the copy.
    ///
    /// @param id empty if the message has none
    void publish(Message message, String id, Throwable reason) throws IOException, JetStreamApiException {
        var _ = message.getConnection().jetStream().publish(NatsMessage.builder().subject(subject)
                .headers(headers(message, id, reason)).data(message.getData()).build());
    }

    private Headers headers(Message message, String id, Throwable reason) {
        var metadata = message.metaData();
        return withoutInstructions(message)
                .put("dead-letter-reason", headerText(reason.toString()))
                .put("dead-letter-consumer", headerText(consumer))
                .put("dead-letter-subject", headerText(message.getSubject()))
                .put("dead-letter-stream", headerText(metadata.getStream()))
                .put("dead-letter-sequence", Long.toString(metadata.streamSequence()))
                .put("dead-letter-message-id", headerText(id))
                .put(NatsJetStreamConstants.MSG_ID_HDR, headerText("%s-%d-%s-%s".formatted(metadata.getStream(),
                        metadata.streamSequence(), metadata.timestamp().toInstant(), consumer)));
    }

    /// Other headers of NATS tell the server what to do with the message, for instance to delete it after a while.
    private static Headers withoutInstructions(Message message) {
        var headers = new Headers(message.getHeaders());
        List.copyOf(headers.keySet()).stream().filter(name -> name.startsWith("Nats-")).forEach(headers::remove);
        return headers;
    }

    /// Headers of NATS have printable ASCII only.
    private static String headerText(String text) {
        var printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.substring(0, Math.min(LONGEST_REASON, printable.length()));
    }
}
