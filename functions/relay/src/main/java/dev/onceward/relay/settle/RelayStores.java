package dev.onceward.relay.settle;

import java.time.Duration;
import java.util.UUID;

import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.cursor.Cursors;
import dev.onceward.cursor.StartCursors;
import dev.onceward.operate.AutomaticPauses;
import dev.onceward.operate.ListAttempts;
import dev.onceward.operate.ListParked;
import dev.onceward.operate.ReadSubscriptionStatus;
import dev.onceward.operate.SubscriptionOperations;
import dev.onceward.parked.OrderingQueues;
import dev.onceward.parked.ParkedEvents;
import dev.onceward.window.Edges;
import dev.onceward.window.ReadWindows;

/// What a relay knows of PostgreSQL.
public record RelayStores(Edges edges, ReadWindows windows, Cursors cursors, ParkedEvents parked, OrderingQueues turns,
        StartCursors starts, SubscriptionOperations operations, AutomaticPauses pauses,
        ReadSubscriptionStatus standings, ListParked held,
        ListAttempts attempts) {

    /// @param owner in whose name leases are taken
    public static RelayStores on(Pool pool, Duration patience, UUID owner) {
        return new RelayStores(new Edges(pool, patience), new ReadWindows(pool, patience),
                new Cursors(pool, patience, owner),
                new ParkedEvents(pool, patience), new OrderingQueues(pool, patience), new StartCursors(pool, patience),
                new SubscriptionOperations(pool, patience), new AutomaticPauses(pool, patience),
                new ReadSubscriptionStatus(pool, patience),
                new ListParked(pool, patience), new ListAttempts(pool, patience));
    }
}
