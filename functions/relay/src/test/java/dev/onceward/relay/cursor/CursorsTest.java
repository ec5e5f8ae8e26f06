package dev.onceward.relay.cursor;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class CursorsTest {
    private static final WindowEdge LATER = new WindowEdge(Snapshot.of("90:95:91,93"), 96, 1000, 1010);

    @Test
    void enroll_asks_for_a_start_until_the_subscription_is_started() {
        var starts = starts();
        assertThat(await(starts.enroll(BOOKS))).isTrue();
        assertThat(await(starts.enroll(BOOKS))).isTrue();
        var _ = await(starts.start(BOOKS, LATER));
        assertThat(await(starts.enroll(BOOKS))).isFalse();
    }

    @Test
    void a_subscription_starts_at_the_given_edge_and_only_once() {
        var starts = starts();
        var _ = await(starts.enroll(BOOKS));
        var _ = await(starts.start(BOOKS, LATER));
        var _ = await(starts.start(BOOKS, WindowEdge.EARLIEST));
        assertThat(TestRelay.holding().places.values()).hasSize(16).containsOnly(ReadPosition.at(LATER));
    }

    @Test
    void a_relay_that_is_alone_takes_all_shards() {
        var held = TestRelay.started().hold();
        assertThat(held.kept()).isEmpty();
        assertThat(held.taken()).hasSize(16);
        assertThat(held.share()).isEqualTo(16);
    }

    @Test
    void a_leased_shard_is_not_taken_by_another_relay() {
        var first = TestRelay.holding();
        assertThat(TestRelay.started().hold().taken()).isEmpty();
        assertThat(first.hold().kept()).hasSize(16);
    }

    @Test
    void two_relays_hold_eight_shards_each_once_the_first_released_its_surplus() {
        var first = TestRelay.holding();
        var second = TestRelay.started();
        assertThat(second.hold().share()).isEqualTo(8);
        assertThat(first.hold().share()).isEqualTo(8);
        releaseShards(first, 8);
        assertThat(second.hold().taken()).hasSize(8);
        assertThat(first.hold().kept()).hasSize(8);
        assertThat(union(first, second)).hasSize(16);
    }

    @Test
    void each_of_three_relays_takes_six_shards_at_most() {
        var relays = List.of(TestRelay.started(), TestRelay.started(), TestRelay.started());
        for (var testRelay : relays) {
            var _ = await(testRelay.cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), false));
        }
        sql().execute("UPDATE onceward.cursor SET owner = NULL, lease_until = '-infinity'");
        assertThat(relays.stream().map(testRelay -> testRelay.hold().taken().size())).containsExactly(6, 6, 4);
    }

    @Test
    void two_relays_that_ask_at_once_never_take_the_same_shard() {
        var first = TestRelay.started();
        var second = TestRelay.started();
        for (var round = 0; round < 30; round++) {
            TestRelay.expireLeases();
            var both = await(Uni.join().all(
                    first.cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), false),
                    second.cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), false)).andFailFast());
            assertThat(both.stream().flatMap(held -> held.taken().keySet().stream().map(ShardLease::shard)))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_renewed_lease_lasts_longer() {
        var testRelay = TestRelay.holding();
        sql().execute("UPDATE onceward.cursor SET lease_until = now() + interval '1 second'");
        var _ = testRelay.hold();
        assertThat(sql().query("SELECT min(lease_until) > now() + interval '1 minute' FROM onceward.cursor"))
                .isEqualTo("true");
    }

    @Test
    void an_expired_lease_is_renewed_by_its_owner_if_no_other_relay_took_it() {
        var testRelay = TestRelay.holding();
        TestRelay.expireLeases();
        assertThat(testRelay.hold().kept()).hasSize(16);
    }

    @Test
    void a_relay_takes_back_its_own_unexpired_leases_only_when_it_asks_for_them() {
        var testRelay = TestRelay.holding();
        var old = Set.copyOf(testRelay.places.keySet());
        testRelay.places.clear();
        assertThat(testRelay.hold().taken()).isEmpty();
        var held = await(testRelay.cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), true));
        assertThat(held.taken()).hasSize(16);
        assertThat(Set.copyOf(held.taken().keySet())).doesNotContainAnyElementsOf(old);
        assertThat(await(TestRelay.started().cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), true)).taken())
                .isEmpty();
    }

    @Test
    void a_released_shard_can_be_taken_at_once() {
        var first = TestRelay.holding();
        var second = TestRelay.started();
        var _ = await(first.cursors.release(BOOKS, first.places.keySet()));
        var _ = await(first.cursors.leave(BOOKS));
        assertThat(second.hold().taken()).hasSize(16);
    }

    @Test
    void a_relay_gets_no_lease_of_a_paused_subscription() {
        var testRelay = TestRelay.started();
        sql().execute("UPDATE onceward.subscription SET paused_at = now(), paused_by = 'ann'");
        assertThat(testRelay.hold().taken()).isEmpty();
        sql().execute("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        assertThat(testRelay.hold().taken()).hasSize(16);
    }

    /// Whoever asks in the moment in which somebody pauses it has looked before the pause was committed.
    @Test
    void a_lease_is_neither_taken_nor_renewed_while_a_pause_is_being_committed() throws Exception {
        var holder = TestRelay.holding();
        releaseShards(holder, 8);
        var other = TestRelay.started();
        try (var operator = sql().connect()) {
            operator.setAutoCommit(false);
            Sql.execute(operator, "UPDATE onceward.subscription SET paused_at = now(), paused_by = 'ann'");
            var taking = other.cursors.hold(BOOKS, TestRelay.PATIENCE, List.of(), false).subscribeAsCompletionStage();
            var renewing = holder.cursors.hold(BOOKS, TestRelay.PATIENCE, holder.places.keySet(), false)
                    .subscribeAsCompletionStage();
            var _ = Eventually.value(() -> (taking.isDone() && renewing.isDone()) || waiting() == 2, seen -> seen);
            operator.commit();
            assertThat(taking.join().taken()).isEmpty();
            assertThat(renewing.join().paused()).isTrue();
        }
    }

    /// Else days of the log that it has yet to read would be dropped under a relay that runs for long.
    @Test
    void a_request_for_leases_updates_seen_at_also_while_the_subscription_is_paused() {
        var testRelay = TestRelay.holding();
        sql().execute(
                "UPDATE onceward.subscription SET last_configured_at = now() - interval '8 days', paused_at = now(), "
                        + "paused_by = 'ann'");
        var _ = testRelay.hold();
        assertThat(sql().query("SELECT last_configured_at > now() - interval '1 minute' FROM onceward.subscription"))
                .isEqualTo("true");
    }

    private static long waiting() {
        return Long.parseLong(sql().query("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
    }

    private static void releaseShards(TestRelay testRelay, int many) {
        var spare = testRelay.places.keySet().stream().limit(many).toList();
        testRelay.places.keySet().removeAll(new HashSet<>(spare));
        var _ = await(testRelay.cursors.release(BOOKS, spare));
    }

    private static Set<Short> union(TestRelay... relays) {
        var all = new HashSet<Short>();
        Stream.of(relays).forEach(testRelay -> all.addAll(testRelay.shards()));
        return all;
    }

    private static StartCursors starts() {
        return new StartCursors(Servers.pool(), TestRelay.PATIENCE);
    }
}
