package dev.onceward.relay.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.lease.HeldShards;

/// Remembers the edges that were passed lately, which saves a query when the next window is opened. All are forgotten
/// when the leases change, because edges from before a crash of the server must not outlive the leases under which they
/// were read.
final class KnownEdges {
    /// Enough edges for shards that lag by a few windows.
    private static final int MOST = 64;

    private final HeldShards heldShards;
    private final Deque<WindowEdge> edges = new ArrayDeque<>();
    private long changes;

    KnownEdges(HeldShards heldShards) {
        this.heldShards = heldShards;
    }

    /// The latest edge is the last.
    List<WindowEdge> all() {
        if (heldShards.changes() != changes) {
            edges.clear();
            changes = heldShards.changes();
        }
        return List.copyOf(edges);
    }

    void add(WindowEdge edge) {
        edges.addLast(edge);
        if (edges.size() > MOST) {
            var _ = edges.removeFirst();
        }
    }
}
