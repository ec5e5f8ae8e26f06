package dev.onceward.consumer;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.inbox.messaging.KafkaInbox;

@ApplicationScoped
class ConsumeFromKafka {
    private final KafkaInbox inbox;
    private final WriteEntry writeEntry;

    ConsumeFromKafka(KafkaInbox inbox, WriteEntry writeEntry) {
        this.inbox = inbox;
        this.writeEntry = writeEntry;
    }

    @Incoming("orders")
    Uni<Void> order(Message<String> message) {
        return inbox.once("orders", message, writeEntry::write);
    }

    @Incoming("named")
    Uni<Void> named(Message<String> message) {
        return inbox.once("named", message, writeEntry::write);
    }

    @Incoming("batches")
    Uni<Void> batch(Message<List<String>> batch) {
        return inbox.onceForEach("batches", batch, writeEntry::write);
    }
}
