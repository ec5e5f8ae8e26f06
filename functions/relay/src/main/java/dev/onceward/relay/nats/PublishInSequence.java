package dev.onceward.relay.nats;

import java.io.IOException;
import java.util.OptionalLong;

import io.nats.client.JetStreamApiException;
import io.nats.client.PublishOptions;
import io.nats.client.api.MessageInfo;
import io.nats.client.support.NatsJetStreamConstants;
import io.smallrye.mutiny.subscription.UniEmitter;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.runtime.log.Event;

/// Publishes one event after the other, each only if the subject's last message is the one that this writer saw: other
/// writers are noticed, and a relay that lost its lease cannot publish in between. After any doubt the last message is
/// read again. If it is the event itself, only its acknowledgement was lost and nothing is published, even after the
/// stream's deduplication window is over. Used by one thread.
final class PublishInSequence {
    private static final int NO_MESSAGE = 10037;

    private final String subject;
    private final NatsConnection connection;
    private OptionalLong last = OptionalLong.empty();

    PublishInSequence(String subject, NatsConnection connection) {
        this.subject = subject;
        this.connection = connection;
    }

    void publish(Event event, UniEmitter<? super AttemptOutcome> sender) throws Exception {
        var before = last;
        last = OptionalLong.empty();
        sender.complete(before.isPresent() ? after(before.getAsLong(), event) : afterLast(event));
    }

    private AttemptOutcome afterLast(Event event) throws IOException, InterruptedException, JetStreamApiException {
        var streams = connection.management().getStreamNames(subject);
        if (streams.isEmpty()) {
            return new Failed("NATS: No stream of JetStream takes the subject " + subject + ".", null, null);
        }
        var message = lastMessage(streams.getFirst());
        if (message == null) {
            return after(0, event);
        }
        if (event.id().toString().equals(id(message))) {
            last = OptionalLong.of(message.getSeq());
            return new Delivered(true);
        }
        return after(message.getSeq(), event);
    }

    /// The stream recognises a duplicate whatever sequence is expected. The returned sequence is then not the subject's
    /// last one.
    private AttemptOutcome after(long sequence, Event event)
            throws IOException, InterruptedException, JetStreamApiException {
        var expected = PublishOptions.builder().expectedLastSubjectSequence(sequence).build();
        var ack = connection.jetStream().publish(NatsEvent.message(subject, event), expected);
        last = ack.isDuplicate() ? OptionalLong.empty() : OptionalLong.of(ack.getSeqno());
        return new Delivered(ack.isDuplicate());
    }

    private @Nullable MessageInfo lastMessage(String stream)
            throws IOException, InterruptedException, JetStreamApiException {
        try {
            return connection.management().getLastMessage(stream, subject);
        } catch (JetStreamApiException failed) {
            if (failed.getApiErrorCode() == NO_MESSAGE) {
                return null;
            }
            throw failed;
        }
    }

    private static @Nullable String id(MessageInfo message) {
        var headers = message.getHeaders();
        return headers == null ? null : headers.getFirst(NatsJetStreamConstants.MSG_ID_HDR);
    }
}
