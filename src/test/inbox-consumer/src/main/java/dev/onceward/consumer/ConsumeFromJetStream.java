package dev.onceward.consumer;

import java.io.IOException;
import java.util.Optional;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.MessageHandler;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.PushSubscribeOptions;
import io.quarkus.runtime.StartupEvent;
import org.eclipse.microprofile.config.inject.ConfigProperty;

import dev.onceward.inbox.jetstream.JetStreamInbox;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Two consumers of the server: `pulled` of the stream ORDERS, and `pushed` of the stream WORK.
@Singleton
final class ConsumeFromJetStream {
    private final JetStreamInbox inbox;
    private final WriteEntry writeEntry;
    private final Optional<String> url;

    ConsumeFromJetStream(JetStreamInbox inbox, WriteEntry writeEntry,
            @ConfigProperty(name = "nats.url") Optional<String> url) {
        this.inbox = inbox;
        this.writeEntry = writeEntry;
        this.url = url;
    }

    void start(@Observes StartupEvent start) throws IOException, InterruptedException, JetStreamApiException {
        if (url.isPresent()) {
            consume(Nats.connect(Options.builder().server(url.get()).maxReconnects(-1).build()));
        }
    }

    private void consume(Connection connection) throws IOException, JetStreamApiException {
        var _ = connection.getConsumerContext("ORDERS", "pulled").consume(handler());
        var _ = connection.jetStream().subscribe(null, connection.createDispatcher(), handler(), false,
                PushSubscribeOptions.bind("WORK", "pushed"));
    }

    private MessageHandler handler() {
        return inbox.handler("jetstream", (transaction, message) -> writeEntry.write(transaction,
                new String(message.getData(), UTF_8)));
    }
}
