package dev.onceward.consumer;

import jakarta.enterprise.context.ApplicationScoped;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.inbox.messaging.RabbitMqInbox;

import static java.nio.charset.StandardCharsets.UTF_8;

@ApplicationScoped
class ConsumeFromRabbitMq {
    private final RabbitMqInbox inbox;
    private final WriteEntry writeEntry;

    ConsumeFromRabbitMq(RabbitMqInbox inbox, WriteEntry writeEntry) {
        this.inbox = inbox;
        this.writeEntry = writeEntry;
    }

    @Incoming("letters")
    Uni<Void> letter(Message<byte[]> message) {
        return inbox.once("letters", message,
                (transaction, body) -> writeEntry.write(transaction, new String(body, UTF_8)));
    }
}
