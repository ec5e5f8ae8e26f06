package dev.onceward.relay.cursor;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.event.Shard;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.parked.UnblockParkedEvents;
import dev.onceward.relay.settlement.AttemptRecord;
import dev.onceward.relay.settlement.ParkEvent;
import dev.onceward.relay.settlement.ParkedEvents;
import dev.onceward.relay.settlement.Settlement;
import dev.onceward.relay.settlement.SettlementResult;
import dev.onceward.relay.settlement.WriteSettlement;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.runtime.log.OrderingKey;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;

/// One of the relays of the subscription `books`, as its stores see it.
public final class TestRelay {
    public static final String BOOKS = "books";
    public static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LEASE = Duration.ofMinutes(10);

    public final ParkedEvents parked;
    public final WriteSettlement writeSettlement;
    public final UnblockParkedEvents unblockParkedEvents;
    public final Map<ShardLease, ReadPosition> places = new HashMap<>();
    final Cursors cursors;
    private final StartCursors starts;

    private TestRelay(Pool pool) {
        this.cursors = new Cursors(pool, PATIENCE, UUID.randomUUID());
        this.starts = new StartCursors(pool, PATIENCE);
        this.parked = new ParkedEvents(pool, PATIENCE);
        this.writeSettlement = new WriteSettlement(pool, PATIENCE);
        this.unblockParkedEvents = new UnblockParkedEvents(pool, PATIENCE);
    }

    /// One that holds what is free of a subscription that is there, or is there now.
    public static TestRelay holding() {
        var relay = started();
        var _ = relay.hold();
        return relay;
    }

    static TestRelay started() {
        var relay = new TestRelay(Servers.pool());
        if (await(relay.starts.enroll(BOOKS))) {
            var _ = await(relay.starts.start(BOOKS, WindowEdge.EARLIEST));
        }
        return relay;
    }

    public HeldLeases hold() {
        var held = await(cursors.hold(BOOKS, LEASE, places.keySet(), false));
        places.keySet().retainAll(held.kept());
        places.putAll(held.taken());
        return held;
    }

    /// A renewal that names its leases in the order of the collection.
    public Uni<HeldLeases> renewal(Collection<ShardLease> leases) {
        return cursors.hold(BOOKS, LEASE, leases, false);
    }

    public Uni<Void> release(Collection<ShardLease> leases) {
        return cursors.release(BOOKS, leases);
    }

    public Set<Short> shards() {
        return places.keySet().stream().map(ShardLease::shard).collect(Collectors.toCollection(TreeSet::new));
    }

    public Set<Short> settle(List<ParkEvent> parking) {
        return settle(Map.of(), parking, List.of());
    }

    public SettlementResult settled(Map<UUID, Short> delivered, List<ParkEvent> parking, List<AttemptRecord> attempts) {
        return await(writeSettlement.settle(BOOKS, new Settlement(places, delivered, parking, attempts)));
    }

    public Set<Short> settle(Map<UUID, Short> delivered, List<ParkEvent> parking, List<AttemptRecord> attempts) {
        return settled(delivered, parking, attempts).shards();
    }

    /// The hashes of all ordering keys that have parked events. Each first one that was queued has its turn.
    public Set<UUID> keys(Set<Short> shards) {
        var keys = new HashSet<UUID>();
        var rest = new HashMap<Short, UUID>();
        shards.forEach(shard -> rest.put(shard, UnblockParkedEvents.START));
        while (!rest.isEmpty()) {
            var page = await(unblockParkedEvents.next(BOOKS, rest));
            keys.addAll(page.keys());
            rest.clear();
            rest.putAll(page.rest());
        }
        return keys;
    }

    /// Which of some keys of the source `shop` have parked events.
    public Set<UUID> among(String... keys) {
        var some = new HashMap<UUID, Short>();
        for (var key : keys) {
            some.put(hash(key), Shard.of(key, new UUID(0, 0)));
        }
        return await(unblockParkedEvents.among(BOOKS, some));
    }

    public static UUID hash(String key) {
        return new OrderingKey("shop", key).hash();
    }

    private static @Nullable UUID hashOf(@Nullable String key) {
        return key == null ? null : hash(key);
    }

    /// Its time is over, by the clock of the database.
    public static void expireLeases() {
        sql().execute("UPDATE onceward.cursor SET lease_until = now() - interval '1 second'");
        sql().execute("UPDATE onceward.relay_instance SET alive_until = now() - interval '1 second'");
    }

    /// An event that the log holds.
    public record StoredEvent(UUID id, Instant at, short shard, @Nullable String key) {

        public ParkEvent parking(ParkedState parkedState, int attempts, Duration delay, @Nullable String error) {
            return new ParkEvent(id, at, shard, key, hashOf(key), parkedState, attempts, delay, error, true);
        }

        /// After it was held back before.
        public ParkEvent again(String error) {
            return new ParkEvent(id, at, shard, key, hashOf(key), ParkedState.SCHEDULED, 2, Duration.ZERO, error,
                    false);
        }

        public ParkEvent waiting() {
            return parking(ParkedState.SCHEDULED, 1, Duration.ZERO, "no");
        }

        public ParkEvent queued() {
            return parking(ParkedState.BLOCKED, 0, Duration.ZERO, null);
        }

        public ParkEvent dead() {
            return parking(ParkedState.DEAD, 20, Duration.ZERO, "never");
        }

        public String state() {
            return parked("state");
        }

        /// A column of what is parked.
        public String parked(String column) {
            return sql().query("SELECT %s FROM onceward.parked WHERE event_id = '%s'".formatted(column, id));
        }
    }

    public static StoredEvent event(@Nullable String key) {
        return event(key, "'body'");
    }

    /// @param body in SQL
    public static StoredEvent event(@Nullable String key, String body) {
        var id = UUID.randomUUID();
        var shard = Shard.of(key, id);
        var at = sql().query("""
                INSERT INTO onceward.event (shard, id, source, topic, ordering, headers, body)
                VALUES (%d, '%s', 'shop', 'orders', %s, '{}', %s)
                RETURNING to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
                """.formatted(shard, id, key == null ? "NULL" : "'" + key + "'", body));
        return new StoredEvent(id, Instant.parse(at), shard, key);
    }
}
