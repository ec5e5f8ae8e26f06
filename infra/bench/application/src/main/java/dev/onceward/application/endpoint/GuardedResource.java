package dev.onceward.application.endpoint;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.application.Booked;
import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;
import dev.onceward.guard.rest.Idempotent;

/// Endpoints with the guard.
@Path("/guarded")
class GuardedResource {
    private final Pool pool;
    private final SaveBooking saveBooking;

    GuardedResource(Pool pool, SaveBooking saveBooking) {
        this.pool = pool;
        this.saveBooking = saveBooking;
    }

    @POST
    @Idempotent(operation = "booking")
    public Uni<Booked> book(Booking booking) {
        return saveBooking.save(pool, booking);
    }

    /// The same with an operation of its own, because a guard uses Redis for operations that clients repeat.
    @POST
    @Path("/repeated")
    @Idempotent(operation = "repeated-booking")
    public Uni<Booked> bookRepeatedly(Booking booking) {
        return saveBooking.save(pool, booking);
    }

    @POST
    @Path("/endless")
    @Idempotent(operation = "endless-booking")
    public Uni<Booked> bookEndlessly(Booking booking) {
        return Uni.createFrom().nothing();
    }
}
