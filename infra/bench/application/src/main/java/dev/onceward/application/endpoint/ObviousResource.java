package dev.onceward.application.endpoint;

import java.util.function.Supplier;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.jboss.resteasy.reactive.RestHeader;

import dev.onceward.application.Booked;
import dev.onceward.application.Booking;
import dev.onceward.application.SaveBooking;

/// Endpoints with a table of keys and one transaction for each step: start, book, keep the answer.
@Path("/obvious")
class ObviousResource {
    private final Pool pool;
    private final SaveBooking saveBooking;
    private final StartedBookings startedBookings;

    ObviousResource(Pool pool, SaveBooking saveBooking, StartedBookings startedBookings) {
        this.pool = pool;
        this.saveBooking = saveBooking;
        this.startedBookings = startedBookings;
    }

    @POST
    public Uni<Response> book(@RestHeader("Idempotency-Key") String key, Booking booking) {
        return once(key, () -> pool.withTransaction(transaction -> saveBooking.save(transaction, booking)));
    }

    @POST
    @Path("/endless")
    public Uni<Response> bookEndlessly(@RestHeader("Idempotency-Key") String key, Booking booking) {
        return once(key, () -> Uni.createFrom().nothing());
    }

    private Uni<Response> once(String key, Supplier<Uni<Booked>> book) {
        return startedBookings.start(key)
                .onItem().transformToUni(earlier -> earlier.exists()
                        ? Uni.createFrom().item(() -> repeated(earlier))
                        : book.get()
                                .onItem().transformToUni(answer -> startedBookings.end(key, answer))
                                .map(answer -> Response.ok(answer).build()));
    }

    private static Response repeated(StartedBookings.Earlier earlier) {
        return earlier.answer().map(answer -> Response.ok(answer).header("Idempotent-Replayed", "true"))
                .orElseGet(() -> Response.status(Response.Status.CONFLICT)).build();
    }
}
