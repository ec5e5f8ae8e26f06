package dev.onceward.cursor;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

import io.vertx.mutiny.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

import dev.onceward.log.Shard;
import dev.onceward.parked.Attempt;
import dev.onceward.parked.ParkedEvents;
import dev.onceward.parked.Parking;
import dev.onceward.parked.Settlement;
import dev.onceward.parked.State;
import dev.onceward.parked.Turns;
import dev.onceward.servers.Servers;
import dev.onceward.servers.Sql;
import dev.onceward.window.Edge;
import dev.onceward.window.Place;

import static dev.onceward.servers.Servers.await;

/// One of the relays of the subscription `books`, as its stores see it.
public final class Relay {
    public static final String BOOKS = "books";
    public static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofMinutes(10);

    public final ParkedEvents parked;
    public final Turns turns;
    public final Map<Lease, Place> places = new HashMap<>();
    final Cursors cursors;

    private Relay(Pool pool) {
        this.cursors = new Cursors(pool, PATIENCE, UUID.randomUUID());
        this.parked = new ParkedEvents(pool, PATIENCE);
        this.turns = new Turns(pool, PATIENCE);
    }

    /// One that holds what is free of a subscription that is there, or is there now.
    public static Relay holding() {
        var relay = started();
        var _ = relay.hold();
        return relay;
    }

    static Relay started() {
        var relay = new Relay(Servers.pool());
        if (await(relay.cursors.enroll(BOOKS))) {
            var _ = await(relay.cursors.start(BOOKS, Edge.EARLIEST));
        }
        return relay;
    }

    public Held hold() {
        var held = await(cursors.hold(BOOKS, LEASE, places.keySet(), false));
        places.keySet().retainAll(held.kept());
        places.putAll(held.taken());
        return held;
    }

    public Set<Short> shards() {
        return places.keySet().stream().map(Lease::shard).collect(Collectors.toCollection(TreeSet::new));
    }

    public Set<Short> settle(List<Parking> parking) {
        return settle(Map.of(), parking, List.of());
    }

    public Set<Short> settle(Map<UUID, Short> delivered, List<Parking> parking, List<Attempt> attempts) {
        return await(parked.settle(BOOKS, new Settlement(places, delivered, parking, attempts)));
    }

    /// Its time is over, by the clock of the database.
    public static void lapse() {
        Sql.tell("UPDATE onceward.cursor SET lease_until = now() - interval '1 second'");
        Sql.tell("UPDATE onceward.relay SET until = now() - interval '1 second'");
    }

    /// An event that the log holds.
    public record Stored(UUID id, Instant at, short shard, @Nullable String key) {

        public Parking parking(State state, int attempts, Duration delay, @Nullable String error) {
            return new Parking(id, at, shard, key, state, attempts, delay, error, true);
        }

        /// After it was held back before.
        public Parking again(String error) {
            return new Parking(id, at, shard, key, State.WAITING, 2, Duration.ZERO, error, false);
        }

        public Parking waiting() {
            return parking(State.WAITING, 1, Duration.ZERO, "no");
        }

        public Parking queued() {
            return parking(State.QUEUED, 0, Duration.ZERO, null);
        }

        public Parking dead() {
            return parking(State.DEAD, 20, Duration.ZERO, "never");
        }

        public String state() {
            return parked("state");
        }

        /// A column of what is parked.
        public String parked(String column) {
            return Sql.ask("SELECT %s FROM onceward.parked WHERE event = '%s'".formatted(column, id));
        }
    }

    public static Stored event(@Nullable String key) {
        return event(key, "'body'");
    }

    /// @param body in SQL
    public static Stored event(@Nullable String key, String body) {
        var id = UUID.randomUUID();
        var shard = Shard.of(key, id);
        var at = Sql.ask("""
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                VALUES (%d, '%s', 'shop', 'orders', %s, '{}', %s)
                RETURNING to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                """.formatted(shard, id, key == null ? "NULL" : "'" + key + "'", body));
        return new Stored(id, Instant.parse(at), shard, key);
    }
}
