package dev.onceward.application.endpoint;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.application.Booked;
import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;

/// Endpoints without a guard. A repetition books again.
@Path("/unguarded")
class UnguardedResource {
    private final Pool pool;
    private final SaveBooking saveBooking;

    UnguardedResource(Pool pool, SaveBooking saveBooking) {
        this.pool = pool;
        this.saveBooking = saveBooking;
    }

    @POST
    public Uni<Booked> book(Booking booking) {
        return saveBooking.save(pool, booking);
    }

    @POST
    @Path("/nothing")
    public Uni<Booked> doNothing(Booking booking) {
        return Uni.createFrom().item(new Booked(booking.id()));
    }
}
