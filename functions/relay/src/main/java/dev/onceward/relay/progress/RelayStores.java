package dev.onceward.relay.progress;

import java.time.Duration;
import java.util.UUID;

import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.relay.cursor.Cursors;
import dev.onceward.relay.cursor.StartCursors;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.operate.AutomaticPauses;
import dev.onceward.relay.operate.SubscriptionOperations;
import dev.onceward.relay.parked.UnblockParkedEvents;
import dev.onceward.relay.settlement.ParkedEvents;
import dev.onceward.relay.settlement.WriteSettlement;
import dev.onceward.relay.view.ListAttempts;
import dev.onceward.relay.view.ListParked;
import dev.onceward.relay.view.ReadSubscriptionStatus;
import dev.onceward.relay.window.OpenWindow;
import dev.onceward.relay.window.ReadWindows;

/// All access of a relay to PostgreSQL.
public record RelayStores(ReadEdges edges, OpenWindow openWindow, ReadWindows windows, Cursors cursors,
        ParkedEvents parked,
        WriteSettlement settlements, UnblockParkedEvents unblock,
        StartCursors starts, SubscriptionOperations operations, AutomaticPauses pauses,
        ReadSubscriptionStatus statuses, ListParked listParked,
        ListAttempts attempts) {

    /// @param owner the id under which leases are taken
    public static RelayStores on(Pool pool, Duration patience, UUID owner) {
        return new RelayStores(new ReadEdges(pool, patience), new OpenWindow(pool, patience),
                new ReadWindows(pool, patience),
                new Cursors(pool, patience, owner),
                new ParkedEvents(pool, patience), new WriteSettlement(pool, patience),
                new UnblockParkedEvents(pool, patience), new StartCursors(pool, patience),
                new SubscriptionOperations(pool, patience), new AutomaticPauses(pool, patience),
                new ReadSubscriptionStatus(pool, patience),
                new ListParked(pool, patience), new ListAttempts(pool, patience));
    }
}
