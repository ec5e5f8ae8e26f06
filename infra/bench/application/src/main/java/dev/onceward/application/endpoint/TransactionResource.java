package dev.onceward.application.endpoint;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import org.jboss.resteasy.reactive.RestHeader;

import dev.onceward.application.Booked;
import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;
import dev.onceward.guard.Guard;
import dev.onceward.guard.GuardResult;
import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.GuardedRequest;
import dev.onceward.guard.Operation;

/// An endpoint that commits the booking together with the answer.
@Path("/transaction")
class TransactionResource {
    private static final Operation BOOKING = Operation.named("booking-in-transaction");

    private final Guard guard;
    private final SaveBooking saveBooking;

    TransactionResource(Guard guard, SaveBooking saveBooking) {
        this.guard = guard;
        this.saveBooking = saveBooking;
    }

    @POST
    public Uni<Response> book(@RestHeader("Idempotency-Key") String key, Booking booking) {
        var request = GuardedRequest.of(key, booking.text());
        return guard.onceInTransaction(BOOKING, request, Booked.class,
                transaction -> saveBooking.save(transaction, booking)).map(TransactionResource::answer);
    }

    /// This endpoint gets new keys only.
    private static Response answer(GuardResult<Booked> result) {
        return result instanceof Completed(var booked) ? Response.ok(booked).build() : Response.serverError().build();
    }
}
