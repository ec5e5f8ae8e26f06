package dev.onceward.application;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.SqlClient;
import io.vertx.mutiny.sqlclient.Tuple;

/// The effect of a booking, which is one row.
@Singleton
public class SaveBooking {
    private static final String INSERT = "INSERT INTO booking (id, text) VALUES ($1, $2)";

    /// @param client a pool, or the connection of a transaction
    public Uni<Booked> save(SqlClient client, Booking booking) {
        return client.preparedQuery(INSERT).execute(Tuple.of(booking.id(), booking.text()))
                .replaceWith(() -> new Booked(booking.id()));
    }
}
