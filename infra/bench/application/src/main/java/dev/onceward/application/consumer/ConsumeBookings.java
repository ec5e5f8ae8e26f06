package dev.onceward.application.consumer;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;

/// Consumers without an inbox. What is delivered again is booked again.
@ApplicationScoped
class ConsumeBookings {
    private final Pool pool;
    private final SaveBooking saveBooking;
    private final CountBookings countBookings;

    ConsumeBookings(Pool pool, SaveBooking saveBooking, CountBookings countBookings) {
        this.pool = pool;
        this.saveBooking = saveBooking;
        this.countBookings = countBookings;
    }

    @Incoming("single")
    Uni<Void> book(Message<Booking> message) {
        return saveBooking.save(pool, message.getPayload())
                .chain(() -> Uni.createFrom().completionStage(message::ack))
                .invoke(() -> countBookings.add(1));
    }

    @Incoming("batch")
    Uni<Void> bookAll(Message<List<Booking>> batch) {
        return pool.withTransaction(transaction -> saveAll(transaction, batch.getPayload()))
                .chain(() -> Uni.createFrom().completionStage(batch::ack))
                .invoke(() -> countBookings.add(batch.getPayload().size()));
    }

    private Uni<Void> saveAll(SqlConnection transaction, List<Booking> bookings) {
        return Multi.createFrom().iterable(bookings)
                .onItem().transformToUniAndConcatenate(booking -> saveBooking.save(transaction, booking))
                .onItem().ignoreAsUni();
    }
}
