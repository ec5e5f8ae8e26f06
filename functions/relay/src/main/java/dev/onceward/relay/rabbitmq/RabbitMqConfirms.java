package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConfirmListener;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ReturnCallback;
import com.rabbitmq.client.ShutdownListener;
import com.rabbitmq.client.ShutdownSignalException;

/// Holds the messages that were published on an AMQP channel and wait for their confirms. When the channel ends, it is
/// unknown what happened to them, so all of them fail.
final class RabbitMqConfirms implements ConfirmListener, ReturnCallback, ShutdownListener {
    private final Channel channel;
    private final ConcurrentNavigableMap<Long, RabbitMqPublishing> unconfirmed = new ConcurrentSkipListMap<>();
    private final Set<String> returned = ConcurrentHashMap.newKeySet();

    private RabbitMqConfirms(Channel channel) {
        this.channel = channel;
    }

    static RabbitMqConfirms on(Channel channel) throws IOException {
        var confirms = new RabbitMqConfirms(channel);
        channel.addConfirmListener(confirms);
        channel.addReturnListener(confirms);
        channel.addShutdownListener(confirms);
        var _ = channel.confirmSelect();
        return confirms;
    }

    boolean isOpen() {
        return channel.isOpen();
    }

    /// Publishes with the mandatory flag, so that the broker returns a message that no queue receives.
    void publish(RabbitMqPublishing publishing) throws IOException {
        var publication = publishing.publication();
        publication.check(channel.getConnection().getFrameMax());
        var number = channel.getNextPublishSeqNo();
        unconfirmed.put(number, publishing);
        try {
            channel.basicPublish(publication.exchange(), publication.routingKey(), true, publication.properties(),
                    publication.body().getBytes());
        } catch (IOException | RuntimeException failed) {
            // After a failed publish, the broker and this class may count differently.
            channel.abort();
            if (unconfirmed.remove(number) != null) {
                throw failed;
            }
        }
    }

    /// RabbitMQ returns a message before it confirms it. A return of a message that is confirmed already is ignored.
    @Override
    public void handle(Return unroutable) {
        var id = unroutable.getProperties().getMessageId();
        if (unconfirmed.values().stream().anyMatch(publishing -> publishing.id().equals(id))) {
            returned.add(id);
        }
    }

    @Override
    public void handleAck(long number, boolean andAllBefore) {
        take(number, andAllBefore).forEach(this::confirmed);
    }

    @Override
    public void handleNack(long number, boolean andAllBefore) {
        var reason = new IOException("The broker could not keep the message.");
        take(number, andAllBefore).forEach(publishing -> publishing.fail(reason));
    }

    @Override
    public void shutdownCompleted(ShutdownSignalException cause) {
        var left = take(Long.MAX_VALUE, true);
        var reason = left.size() == 1 ? cause : RabbitMqFailure.ofAnother(cause);
        left.forEach(each -> each.fail(reason));
    }

    private void confirmed(RabbitMqPublishing publishing) {
        if (returned.remove(publishing.id())) {
            publishing.fail(new RabbitMqFailure.NoQueue(publishing.publication()));
        } else {
            publishing.done();
        }
    }

    private List<RabbitMqPublishing> take(long number, boolean andAllBefore) {
        var numbers = andAllBefore ? List.copyOf(unconfirmed.headMap(number, true).keySet()) : List.of(number);
        return numbers.stream().map(unconfirmed::remove).filter(Objects::nonNull).toList();
    }
}
