package dev.onceward.payments.ledger;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.inbox.messaging.KafkaInbox;

/// Books the events that the relay delivers to Kafka.
@Singleton
class BookEvents {
    private final KafkaInbox inbox;
    private final LedgerEntries ledgerEntries;

    BookEvents(KafkaInbox inbox, LedgerEntries ledgerEntries) {
        this.inbox = inbox;
        this.ledgerEntries = ledgerEntries;
    }

    /// The entry and the mark that the event was processed are one transaction. The message is acknowledged after it.
    @Incoming("ledger")
    Uni<Void> book(Message<String> event) {
        return inbox.once("ledger", event, ledgerEntries::add);
    }
}
