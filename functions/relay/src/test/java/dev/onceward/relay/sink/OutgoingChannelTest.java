package dev.onceward.relay.sink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.connector.OutboundConnector;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OutgoingChannelTest {
    private final TwoMessageChannel channel = new TwoMessageChannel();
    private final OutgoingChannel outgoingChannel = OutgoingChannel.of(channel, "name", Map.of("some", "thing"));

    @Test
    void a_message_that_the_channel_nacks_fails_and_the_next_message_succeeds() {
        var first = sent("first");
        var second = sent("second");
        channel.nack("no");
        assertThat(first).isCompletedExceptionally();
        channel.ack();
        assertThat(second).isCompletedWithValue(null);
    }

    @Test
    void no_more_messages_are_sent_than_the_channel_requested() {
        var _ = sent("first");
        var _ = sent("second");
        var third = sent("third");
        assertThat(channel.taken).hasSize(2);
        channel.ack();
        assertThat(channel.taken).extracting(Message::getPayload).map(String.class::cast)
                .containsExactly("second", "third");
        channel.ack();
        channel.ack();
        assertThat(third).isCompleted();
    }

    @Test
    void a_message_that_its_sender_cancelled_before_the_channel_took_it_is_never_sent() {
        var _ = sent("first");
        var _ = sent("second");
        var givenUp = outgoingChannel.send("given up").subscribe().with(_ -> {});
        var _ = sent("last");
        givenUp.cancel();
        channel.ack();
        assertThat(channel.taken).extracting(Message::getPayload).map(String.class::cast)
                .containsExactly("second", "last");
    }

    private CompletableFuture<Void> sent(String payload) {
        Uni<Void> sending = outgoingChannel.send(payload);
        return sending.subscribeAsCompletionStage();
    }

    /// A channel for two messages at a time.
    private static final class TwoMessageChannel implements OutboundConnector, Flow.Subscriber<Message<?>> {
        final Deque<Message<?>> taken = new ArrayDeque<>();
        private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();

        @Override
        public Flow.Subscriber<? extends Message<?>> getSubscriber(Config config) {
            assertThat(config.getValue("channel-name", String.class)).isEqualTo("name");
            assertThat(config.getValue("some", String.class)).isEqualTo("thing");
            return this;
        }

        void ack() {
            taken.remove().ack().toCompletableFuture().join();
            subscription.join().request(1);
        }

        void nack(String why) {
            taken.remove().nack(new IllegalStateException(why)).toCompletableFuture().join();
            subscription.join().request(1);
        }

        @Override
        public void onSubscribe(Flow.Subscription subscribed) {
            subscription.complete(subscribed);
            subscribed.request(2);
        }

        @Override
        public void onNext(Message<?> message) {
            taken.add(message);
        }

        @Override
        public void onError(Throwable failure) {
            throw new AssertionError(failure);
        }

        @Override
        public void onComplete() {
            throw new AssertionError("It never ends.");
        }
    }
}
