package dev.onceward.relay.read;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.lease.HeldShards;

/// The edges that were passed lately, which save a question when the next window is opened. Those from before a crash of the
/// server must not outlive the leases they were read under, so all are forgotten when what is held changes.
final class KnownEdges {
    /// Enough that whoever lags by a few windows goes the same way as those ahead did.
    private static final int MOST = 64;

    private final HeldShards heldShards;
    private final Deque<Edge> edges = new ArrayDeque<>();
    private long changes;

    KnownEdges(HeldShards heldShards) {
        this.heldShards = heldShards;
    }

    /// The latest last.
    List<Edge> all() {
        if (heldShards.changes() != changes) {
            edges.clear();
            changes = heldShards.changes();
        }
        return List.copyOf(edges);
    }

    void add(Edge edge) {
        edges.addLast(edge);
        if (edges.size() > MOST) {
            var _ = edges.removeFirst();
        }
    }
}
