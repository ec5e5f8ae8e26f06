package dev.onceward.runtime.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Redis;
import io.vertx.mutiny.redis.client.Request;
import io.vertx.mutiny.redis.client.Response;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;

import dev.onceward.internal.postgres.Database;

/// Asks the servers for their time, over the connections that the function has in any case.
final class MeasureOffsets {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final String POSTGRES_TIME = "SELECT clock_timestamp()";

    private final Database database;
    private final Optional<Redis> server;
    private final Clock clock;

    MeasureOffsets(Pool pool, Optional<Redis> server, Clock clock) {
        this.database = new Database(pool, PATIENCE);
        this.server = server;
        this.clock = clock;
    }

    /// Empty if PostgreSQL does not answer. The wait for a connection does not count.
    Uni<Optional<ClockOffset>> postgres() {
        return orNothing(database.with(connection -> offset(connection.query(POSTGRES_TIME).execute()
                .map(MeasureOffsets::time))));
    }

    /// Empty if Redis does not answer, or if there is none.
    Uni<Optional<ClockOffset>> redis() {
        return server.map(redis -> orNothing(offset(redis.send(Request.cmd(Command.TIME)).map(MeasureOffsets::time))
                .ifNoItem().after(PATIENCE).fail()))
                .orElse(Uni.createFrom().item(Optional.empty()));
    }

    private Uni<ClockOffset> offset(Uni<Instant> time) {
        return Uni.createFrom().deferred(() -> {
            var asked = clock.instant();
            var start = System.nanoTime();
            return time.map(answer -> ClockOffset.measured(asked, Duration.ofNanos(System.nanoTime() - start),
                    answer));
        });
    }

    /// A server that does not answer is reported where it is missed.
    private static Uni<Optional<ClockOffset>> orNothing(Uni<ClockOffset> offset) {
        return offset.map(Optional::of).onFailure().recoverWithItem(Optional.empty());
    }

    private static Instant time(RowSet<Row> rows) {
        return rows.iterator().next().getOffsetDateTime(0).toInstant();
    }

    private static Instant time(Response secondsAndMicroseconds) {
        return Instant.ofEpochSecond(secondsAndMicroseconds.get(0).toLong(),
                1000 * secondsAndMicroseconds.get(1).toLong());
    }
}
