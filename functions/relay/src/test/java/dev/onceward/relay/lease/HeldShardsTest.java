package dev.onceward.relay.lease;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.HeldLeases;
import dev.onceward.relay.cursor.ShardLease;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.relay.window.Window;

import static org.assertj.core.api.Assertions.assertThat;

class HeldShardsTest {
    private static final String SERVER = "server";
    private static final WindowEdge FIRST = edge("10:10:", 100);
    private static final WindowEdge SECOND = edge("20:24:21,22", 200);
    private static final WindowEdge SECOND_LATER = edge("20:24:21", 210);
    private static final WindowEdge THIRD = edge("30:30:", 300);

    private final HeldShards heldShards = new HeldShards();

    @Test
    void the_shard_that_was_read_least_far_comes_first() {
        hold(Map.of(1, ReadPosition.at(SECOND), 2, ReadPosition.at(FIRST), 3, ReadPosition.at(THIRD)));
        assertThat(heldShards.furthestBack()).isEqualTo(ReadPosition.at(FIRST));
        assertThat(heldShards.shardsAt(ReadPosition.at(FIRST))).containsExactly((short) 2);
    }

    @Test
    void of_two_positions_with_one_horizon_the_one_with_more_open_transactions_is_further_back() {
        hold(Map.of(1, ReadPosition.at(SECOND_LATER), 2, ReadPosition.at(SECOND)));
        assertThat(heldShards.furthestBack()).isEqualTo(ReadPosition.at(SECOND));
    }

    @Test
    void of_two_positions_in_one_window_the_one_that_was_read_less_far_is_further_back() {
        hold(Map.of(1, new ReadPosition(FIRST, THIRD, 150), 2, new ReadPosition(FIRST, THIRD, 120), 3,
                ReadPosition.at(FIRST)));
        assertThat(heldShards.furthestBack()).isEqualTo(ReadPosition.at(FIRST));
        heldShards.move(ReadPosition.at(FIRST), ReadPosition.at(THIRD));
        assertThat(heldShards.furthestBack()).isEqualTo(new ReadPosition(FIRST, THIRD, 120));
    }

    @Test
    void shards_at_the_same_position_are_read_together() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(FIRST), 3, ReadPosition.at(SECOND)));
        heldShards.move(ReadPosition.at(FIRST), ReadPosition.at(SECOND));
        assertThat(heldShards.shardsAt(ReadPosition.at(SECOND))).containsExactly((short) 1, (short) 2, (short) 3);
    }

    @Test
    void a_window_ends_at_the_position_of_another_shard() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(SECOND)));
        var met = heldShards.meeting(new Window(FIRST, List.of(edge("12:12:", 120), edge("25:25:", 250), THIRD), 90,
                true));
        assertThat(met.steps()).containsExactly(edge("12:12:", 120), SECOND);
        assertThat(met.after()).isEqualTo(90);
        assertThat(met.last()).isFalse();
    }

    @Test
    void a_window_ends_at_the_nearest_position_of_several_other_shards() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(THIRD), 3, ReadPosition.at(SECOND)));
        assertThat(heldShards.meeting(new Window(FIRST, List.of(edge("40:40:", 400)), 0, true)).steps())
                .containsExactly(SECOND);
    }

    @Test
    void a_window_without_the_position_of_another_shard_is_unchanged() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(THIRD)));
        var window = new Window(FIRST, List.of(SECOND), 0, false);
        assertThat(heldShards.meeting(window)).isSameAs(window);
    }

    @Test
    void a_window_that_ends_at_the_position_of_another_shard_keeps_its_end() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(SECOND)));
        assertThat(heldShards.meeting(new Window(FIRST, List.of(SECOND), 0, false)).to()).isEqualTo(SECOND);
    }

    @Test
    void an_update_removes_lost_leases_and_adds_new_leases() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(FIRST)));
        var changed = heldShards.update(new HeldLeases(List.of(new ShardLease((short) 1, 1, SERVER)),
                Map.of(new ShardLease((short) 3, 5, SERVER), ReadPosition.at(SECOND)), 16, false, false));
        assertThat(changed).isEqualTo(2);
        assertThat(heldShards.leases()).containsExactlyInAnyOrder(new ShardLease((short) 1, 1, SERVER),
                new ShardLease((short) 3, 5, SERVER));
    }

    @Test
    void a_lease_of_a_newer_generation_is_another_lease() {
        hold(Map.of(1, ReadPosition.at(FIRST)));
        var then = heldShards.leases();
        assertThat(heldShards.areStill(then, (short) 1)).isTrue();
        assertThat(heldShards.areStill(then, (short) 2)).isFalse();
        var _ = heldShards.update(
                new HeldLeases(List.of(), Map.of(new ShardLease((short) 1, 2, SERVER), ReadPosition.at(FIRST)), 16,
                        false, false));
        assertThat(heldShards.areStill(then, (short) 1)).isFalse();
    }

    @Test
    void only_shards_that_were_settled_are_kept() {
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(FIRST)));
        heldShards.keep(Set.of((short) 2));
        assertThat(heldShards.shards()).containsExactly((short) 2);
    }

    @Test
    void that_all_were_lost_is_known_until_the_next_renewal() {
        hold(Map.of(1, ReadPosition.at(FIRST)));
        assertThat(heldShards.areAllLost()).isFalse();
        heldShards.keep(Set.of());
        assertThat(heldShards.areAllLost()).isTrue();
        var _ = heldShards.update(new HeldLeases(List.of(), Map.of(), 16, false, false));
        assertThat(heldShards.areAllLost()).isFalse();
    }

    @Test
    void what_is_given_back_is_not_lost() {
        hold(Map.of(1, ReadPosition.at(FIRST)));
        heldShards.drop(heldShards.leases());
        assertThat(heldShards.areAllLost()).isFalse();
    }

    @Test
    void each_change_of_what_is_held_is_noticed() {
        var before = heldShards.changes();
        hold(Map.of(1, ReadPosition.at(FIRST), 2, ReadPosition.at(FIRST)));
        var taken = heldShards.changes();
        heldShards.move(ReadPosition.at(FIRST), ReadPosition.at(SECOND));
        assertThat(heldShards.changes()).isEqualTo(taken).isNotEqualTo(before);
        heldShards.keep(Set.of((short) 2));
        var lost = heldShards.changes();
        heldShards.drop(heldShards.leases());
        assertThat(List.of(taken, lost, heldShards.changes())).doesNotHaveDuplicates();
    }

    private void hold(Map<Integer, ReadPosition> places) {
        var taken = new HashMap<ShardLease, ReadPosition>();
        places.forEach((shard, place) -> taken.put(new ShardLease(shard.shortValue(), 1, SERVER), place));
        var _ = heldShards.update(new HeldLeases(List.of(), taken, 16, false, false));
    }

    private static WindowEdge edge(String snapshot, long high) {
        var parsed = Snapshot.of(snapshot);
        return new WindowEdge(parsed, parsed.xmax(), high - 5, high);
    }
}
