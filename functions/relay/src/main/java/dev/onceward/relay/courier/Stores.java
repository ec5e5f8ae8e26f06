package dev.onceward.relay.courier;

import java.time.Duration;
import java.util.UUID;

import io.vertx.mutiny.sqlclient.Pool;

import dev.onceward.cursor.Cursors;
import dev.onceward.cursor.StartCursors;
import dev.onceward.operate.AutomaticPauses;
import dev.onceward.operate.HeldEvents;
import dev.onceward.operate.Operations;
import dev.onceward.operate.RecordedAttempts;
import dev.onceward.operate.Standings;
import dev.onceward.parked.ParkedEvents;
import dev.onceward.parked.Turns;
import dev.onceward.window.Edges;
import dev.onceward.window.Windows;

/// What a relay knows of PostgreSQL.
public record Stores(Edges edges, Windows windows, Cursors cursors, ParkedEvents parked, Turns turns,
        StartCursors starts, Operations operations, AutomaticPauses pauses, Standings standings, HeldEvents held,
        RecordedAttempts attempts) {

    /// @param owner in whose name leases are taken
    public static Stores on(Pool pool, Duration patience, UUID owner) {
        return new Stores(new Edges(pool, patience), new Windows(pool, patience), new Cursors(pool, patience, owner),
                new ParkedEvents(pool, patience), new Turns(pool, patience), new StartCursors(pool, patience),
                new Operations(pool, patience), new AutomaticPauses(pool, patience), new Standings(pool, patience),
                new HeldEvents(pool, patience), new RecordedAttempts(pool, patience));
    }
}
