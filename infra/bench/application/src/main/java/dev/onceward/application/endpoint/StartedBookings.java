package dev.onceward.application.endpoint;

import java.util.Optional;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;

import dev.onceward.application.Booked;

/// The table of keys that most teams would write first. What was started and not ended stays so.
@Singleton
class StartedBookings {
    private static final String START = "INSERT INTO started_booking (key) VALUES ($1) ON CONFLICT DO NOTHING";
    private static final String FIND = "SELECT answer FROM started_booking WHERE key = $1";
    private static final String END = "UPDATE started_booking SET answer = $2 WHERE key = $1";

    private final Pool pool;

    StartedBookings(Pool pool) {
        this.pool = pool;
    }

    Uni<Earlier> start(String key) {
        return pool.withTransaction(transaction -> transaction.preparedQuery(START).execute(Tuple.of(key))
                .onItem().transformToUni(inserted -> inserted.rowCount() > 0
                        ? Uni.createFrom().item(new Earlier(false, Optional.empty()))
                        : find(transaction, key)));
    }

    private static Uni<Earlier> find(SqlConnection transaction, String key) {
        return transaction.preparedQuery(FIND).execute(Tuple.of(key))
                .map(rows -> earlier(rows.iterator().next()));
    }

    private static Earlier earlier(Row row) {
        return new Earlier(true, Optional.ofNullable(row.getString("answer"))
                .map(answer -> Json.decodeValue(answer, Booked.class)));
    }

    Uni<Booked> end(String key, Booked answer) {
        return pool.withTransaction(transaction -> transaction.preparedQuery(END)
                .execute(Tuple.of(key, Json.encode(answer))).replaceWith(answer));
    }

    /// An earlier request with the same key.
    ///
    /// @param answer empty while it runs
    record Earlier(boolean exists, Optional<Booked> answer) {}
}
