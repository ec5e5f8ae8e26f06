package dev.onceward.application.consumer;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import io.smallrye.mutiny.Uni;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;
import dev.onceward.inbox.messaging.KafkaInbox;

/// Consumers with the inbox.
@ApplicationScoped
class ConsumeBookingsOnce {
    private final KafkaInbox kafkaInbox;
    private final SaveBooking saveBooking;
    private final CountBookings countBookings;

    ConsumeBookingsOnce(KafkaInbox kafkaInbox, SaveBooking saveBooking, CountBookings countBookings) {
        this.kafkaInbox = kafkaInbox;
        this.saveBooking = saveBooking;
        this.countBookings = countBookings;
    }

    @Incoming("inbox-single")
    Uni<Void> book(Message<Booking> message) {
        return kafkaInbox.once("single", message, saveBooking::save)
                .invoke(() -> countBookings.add(1));
    }

    @Incoming("inbox-batch")
    Uni<Void> bookAll(Message<List<Booking>> batch) {
        return kafkaInbox.onceForEach("batch", batch, saveBooking::save)
                .invoke(() -> countBookings.add(batch.getPayload().size()));
    }
}
