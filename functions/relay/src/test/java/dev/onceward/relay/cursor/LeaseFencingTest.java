package dev.onceward.relay.cursor;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// A lost lease does no harm, whether another relay took it or the server crashed.
@OnServers
class LeaseFencingTest {
    private static final WindowEdge LATER = new WindowEdge(Snapshot.of("90:95:91,93"), 96, 1000, 1010);
    private static final String LEASED = "SELECT count(*) FROM onceward.cursor WHERE lease_until > now()";

    @Test
    void an_expired_lease_is_taken_with_a_new_generation_at_the_position_of_its_last_owner() {
        var first = TestRelay.holding();
        var open = new ReadPosition(WindowEdge.EARLIEST, LATER, 7);
        first.places.replaceAll((_, _) -> open);
        var _ = first.settle(List.of());
        TestRelay.expireLeases();
        var second = TestRelay.holding();
        assertThat(second.places.values()).hasSize(16).containsOnly(open);
        assertThat(second.places.keySet()).doesNotContainAnyElementsOf(first.places.keySet());
        assertThat(second.shards()).isEqualTo(first.shards());
    }

    @Test
    void a_relay_that_lost_its_lease_cannot_renew_it() {
        var first = TestRelay.holding();
        TestRelay.expireLeases();
        var second = TestRelay.holding();
        assertThat(first.hold().kept()).isEmpty();
        assertThat(second.hold().kept()).hasSize(16);
    }

    @Test
    void a_relay_that_lost_its_lease_cannot_release_it() {
        var first = TestRelay.holding();
        var lost = Set.copyOf(first.places.keySet());
        TestRelay.expireLeases();
        var _ = TestRelay.holding();
        var _ = await(first.cursors.release(BOOKS, lost));
        assertThat(sql().query(LEASED)).isEqualTo("16");
    }

    @Test
    void a_relay_that_took_a_lost_shard_again_cannot_release_it_with_the_old_generation() {
        var testRelay = TestRelay.holding();
        var old = Set.copyOf(testRelay.places.keySet());
        TestRelay.expireLeases();
        testRelay.places.clear();
        var _ = testRelay.hold();
        var _ = await(testRelay.cursors.release(BOOKS, old));
        assertThat(sql().query(LEASED)).isEqualTo("16");
    }

    @Test
    void a_relay_that_lost_its_lease_can_neither_park_events_nor_advance() {
        var first = TestRelay.holding();
        TestRelay.expireLeases();
        var second = TestRelay.holding();
        var event = TestRelay.event("k");
        var _ = second.settle(List.of(event.waiting()));
        first.places.replaceAll((_, _) -> ReadPosition.at(LATER));
        assertThat(first.settle(Map.of(event.id(), event.shard()), List.of(TestRelay.event("k").waiting()), List.of()))
                .isEmpty();
        assertThat(sql().count("parked")).isEqualTo(1);
        assertThat(sql().query("SELECT count(*) FROM onceward.cursor WHERE from_high <> 0")).isEqualTo("0");
    }

    @Test
    void a_relay_that_forgot_its_leases_takes_the_shards_again_after_they_expired() {
        var testRelay = TestRelay.holding();
        testRelay.places.clear();
        assertThat(testRelay.hold().taken()).isEmpty();
        TestRelay.expireLeases();
        assertThat(testRelay.hold().taken().keySet()).hasSize(16).allMatch(lease -> lease.generation() == 2);
    }

    /// Crash recovery empties the table of the incarnation, as a failover does.
    @Test
    void a_relay_that_took_its_shards_before_a_postgresql_crash_can_neither_settle_nor_renew() {
        var testRelay = TestRelay.holding();
        sql().execute("TRUNCATE onceward.incarnation");
        assertThat(testRelay.settle(List.of())).isEmpty();
        assertThat(testRelay.hold().kept()).isEmpty();
        assertThat(testRelay.settle(List.of())).isEmpty();
    }

    @Test
    void a_relay_that_takes_shards_after_a_postgresql_crash_can_settle_and_renew() {
        var before = TestRelay.holding();
        sql().execute("TRUNCATE onceward.incarnation");
        TestRelay.expireLeases();
        var testRelay = TestRelay.holding();
        assertThat(testRelay.settle(List.of())).hasSize(16);
        assertThat(testRelay.hold().kept()).hasSize(16);
        assertThat(testRelay.places.keySet()).extracting(ShardLease::incarnation)
                .doesNotContainAnyElementsOf(before.places.keySet().stream().map(ShardLease::incarnation).toList());
    }

    @Test
    void a_postgresql_crash_empties_the_incarnation_table_and_no_shard_can_be_settled() {
        var testRelay = TestRelay.holding();
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(sql().count("incarnation")).isZero();
        assertThat(Eventually.value(() -> settled(testRelay), Optional::isPresent)).contains(Set.of());
    }

    /// Nothing while the pool still hands out connections that the old server ended.
    private static Optional<Set<Short>> settled(TestRelay testRelay) {
        try {
            return Optional.of(testRelay.settle(List.of()));
        } catch (RuntimeException gone) {
            return Optional.empty();
        }
    }
}
