package dev.onceward.relay.read;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.lease.HeldShards;
import dev.onceward.relay.window.ReadPosition;

import static org.assertj.core.api.Assertions.assertThat;

class KnownEdgesTest {
    private final HeldShards heldShards = new HeldShards();
    private final KnownEdges knownEdges = new KnownEdges(heldShards);

    @Test
    void edges_that_were_passed_are_known_the_latest_last() {
        assertThat(knownEdges.all()).isEmpty();
        knownEdges.add(edge(1));
        knownEdges.add(edge(2));
        assertThat(knownEdges.all()).containsExactly(edge(1), edge(2));
    }

    @Test
    void only_the_latest_are_known() {
        IntStream.range(0, 100).forEach(n -> knownEdges.add(edge(n)));
        assertThat(knownEdges.all()).hasSize(64).startsWith(edge(36)).endsWith(edge(99));
    }

    /// After a crash of the server the leases are others, and the transactions that an edge shows may be lost.
    @Test
    void edges_are_forgotten_when_leases_are_taken_or_lost_or_given_back() {
        var lease = new ShardLease((short) 1, 1, "server");
        for (var change : List.<Runnable>of(() -> take(lease), () -> take(new ShardLease((short) 1, 2, "other")),
                () -> heldShards.keep(Set.of()), () -> take(lease),
                () -> heldShards.drop(heldShards.leases()))) {
            knownEdges.add(edge(1));
            change.run();
            assertThat(knownEdges.all()).isEmpty();
        }
    }

    @Test
    void edges_outlive_a_renewal_and_a_page() {
        var lease = new ShardLease((short) 1, 1, "server");
        take(lease);
        assertThat(knownEdges.all()).isEmpty();
        knownEdges.add(edge(1));
        var _ = heldShards.update(new HeldLeases(List.of(lease), Map.of(), 16, false, false));
        heldShards.move(ReadPosition.at(WindowEdge.EARLIEST), ReadPosition.at(edge(1)));
        assertThat(knownEdges.all()).containsExactly(edge(1));
    }

    private void take(ShardLease lease) {
        var _ = heldShards
                .update(new HeldLeases(List.of(), Map.of(lease, ReadPosition.at(WindowEdge.EARLIEST)), 16, false,
                        false));
    }

    private static WindowEdge edge(int n) {
        return new WindowEdge(Snapshot.of((10 + n) + ":" + (10 + n) + ":"), n, n, n);
    }
}
