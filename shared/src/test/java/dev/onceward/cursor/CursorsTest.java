package dev.onceward.cursor;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.Test;

import dev.onceward.servers.Eventually;
import dev.onceward.servers.OnServers;
import dev.onceward.servers.Servers;
import dev.onceward.servers.Sql;
import dev.onceward.window.Edge;
import dev.onceward.window.Place;
import dev.onceward.window.Snapshot;

import static dev.onceward.cursor.Relay.BOOKS;
import static dev.onceward.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class CursorsTest {
    private static final Edge LATER = new Edge(Snapshot.of("90:95:91,93"), 96, 1000, 1010);
    private static final String LEASED = "SELECT count(*) FROM onceward.cursor WHERE lease_until > now()";

    @Test
    void a_new_subscription_must_be_started_and_a_started_one_not() {
        var starts = starts();
        assertThat(await(starts.enroll(BOOKS))).isTrue();
        assertThat(await(starts.enroll(BOOKS))).isTrue();
        var _ = await(starts.start(BOOKS, LATER));
        assertThat(await(starts.enroll(BOOKS))).isFalse();
    }

    @Test
    void a_subscription_starts_where_it_is_told_to_and_only_once() {
        var starts = starts();
        var _ = await(starts.enroll(BOOKS));
        var _ = await(starts.start(BOOKS, LATER));
        var _ = await(starts.start(BOOKS, Edge.EARLIEST));
        assertThat(Relay.holding().places.values()).hasSize(16).containsOnly(Place.at(LATER));
    }

    @Test
    void who_is_alone_takes_all_shards() {
        var held = Relay.started().hold();
        assertThat(held.kept()).isEmpty();
        assertThat(held.taken()).hasSize(16);
        assertThat(held.share()).isEqualTo(16);
    }

    @Test
    void what_is_leased_is_not_taken() {
        var first = Relay.holding();
        assertThat(Relay.started().hold().taken()).isEmpty();
        assertThat(first.hold().kept()).hasSize(16);
    }

    @Test
    void owners_share_equally_once_the_first_gave_its_surplus_away() {
        var first = Relay.holding();
        var second = Relay.started();
        assertThat(second.hold().share()).isEqualTo(8);
        assertThat(first.hold().share()).isEqualTo(8);
        giveAway(first, 8);
        assertThat(second.hold().taken()).hasSize(8);
        assertThat(first.hold().kept()).hasSize(8);
        assertThat(union(first, second)).hasSize(16);
    }

    @Test
    void three_owners_have_six_at_most() {
        var relays = List.of(Relay.started(), Relay.started(), Relay.started());
        for (var relay : relays) {
            var _ = await(relay.cursors.hold(BOOKS, Relay.PATIENCE, List.of(), false));
        }
        Sql.tell("UPDATE onceward.cursor SET owner = NULL, lease_until = '-infinity'");
        assertThat(relays.stream().map(relay -> relay.hold().taken().size())).containsExactly(6, 6, 4);
    }

    @Test
    void two_who_ask_at_once_take_no_shard_twice() {
        var first = Relay.started();
        var second = Relay.started();
        for (var round = 0; round < 30; round++) {
            Relay.lapse();
            var both = await(Uni.join().all(
                    first.cursors.hold(BOOKS, Relay.PATIENCE, List.of(), false),
                    second.cursors.hold(BOOKS, Relay.PATIENCE, List.of(), false)).andFailFast());
            assertThat(both.stream().flatMap(held -> held.taken().keySet().stream().map(Lease::shard)))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_lease_whose_time_is_over_is_taken_with_another_generation_and_where_the_last_owner_was() {
        var first = Relay.holding();
        var open = new Place(Edge.EARLIEST, LATER, 7);
        first.places.replaceAll((_, _) -> open);
        var _ = first.settle(List.of());
        Relay.lapse();
        var second = Relay.holding();
        assertThat(second.places.values()).hasSize(16).containsOnly(open);
        assertThat(second.places.keySet()).doesNotContainAnyElementsOf(first.places.keySet());
        assertThat(second.shards()).isEqualTo(first.shards());
    }

    @Test
    void who_lost_a_lease_cannot_renew_it() {
        var first = Relay.holding();
        Relay.lapse();
        var second = Relay.holding();
        assertThat(first.hold().kept()).isEmpty();
        assertThat(second.hold().kept()).hasSize(16);
    }

    @Test
    void who_lost_a_lease_cannot_release_it() {
        var first = Relay.holding();
        var lost = Set.copyOf(first.places.keySet());
        Relay.lapse();
        var _ = Relay.holding();
        var _ = await(first.cursors.release(BOOKS, lost));
        assertThat(Sql.ask(LEASED)).isEqualTo("16");
    }

    @Test
    void who_lost_a_lease_and_took_it_again_cannot_release_it_with_the_old_generation() {
        var relay = Relay.holding();
        var old = Set.copyOf(relay.places.keySet());
        Relay.lapse();
        relay.places.clear();
        var _ = relay.hold();
        var _ = await(relay.cursors.release(BOOKS, old));
        assertThat(Sql.ask(LEASED)).isEqualTo("16");
    }

    @Test
    void who_lost_a_lease_settles_nothing_and_advances_nothing() {
        var first = Relay.holding();
        Relay.lapse();
        var second = Relay.holding();
        var event = Relay.event("k");
        var _ = second.settle(List.of(event.waiting()));
        first.places.replaceAll((_, _) -> Place.at(LATER));
        assertThat(first.settle(Map.of(event.id(), event.shard()), List.of(Relay.event("k").waiting()), List.of()))
                .isEmpty();
        assertThat(Sql.count("parked")).isEqualTo(1);
        assertThat(Sql.ask("SELECT count(*) FROM onceward.cursor WHERE from_high <> 0")).isEqualTo("0");
    }

    @Test
    void a_renewed_lease_lasts_longer() {
        var relay = Relay.holding();
        Sql.tell("UPDATE onceward.cursor SET lease_until = now() + interval '1 second'");
        var _ = relay.hold();
        assertThat(Sql.ask("SELECT min(lease_until) > now() + interval '1 minute' FROM onceward.cursor"))
                .isEqualTo("true");
    }

    @Test
    void a_lease_of_ones_own_whose_time_is_over_is_renewed_if_nobody_took_it() {
        var relay = Relay.holding();
        Relay.lapse();
        assertThat(relay.hold().kept()).hasSize(16);
    }

    @Test
    void what_one_held_and_forgot_can_be_taken_back_at_once_if_nothing_of_it_is_under_way() {
        var relay = Relay.holding();
        var old = Set.copyOf(relay.places.keySet());
        relay.places.clear();
        assertThat(relay.hold().taken()).isEmpty();
        var held = await(relay.cursors.hold(BOOKS, Relay.PATIENCE, List.of(), true));
        assertThat(held.taken()).hasSize(16);
        assertThat(Set.copyOf(held.taken().keySet())).doesNotContainAnyElementsOf(old);
        assertThat(await(Relay.started().cursors.hold(BOOKS, Relay.PATIENCE, List.of(), true)).taken()).isEmpty();
    }

    @Test
    void what_one_held_and_forgot_can_be_taken_again_after_its_time() {
        var relay = Relay.holding();
        relay.places.clear();
        assertThat(relay.hold().taken()).isEmpty();
        Relay.lapse();
        assertThat(relay.hold().taken().keySet()).hasSize(16).allMatch(lease -> lease.generation() == 2);
    }

    @Test
    void what_is_released_is_free_at_once() {
        var first = Relay.holding();
        var second = Relay.started();
        var _ = await(first.cursors.release(BOOKS, first.places.keySet()));
        var _ = await(first.cursors.leave(BOOKS));
        assertThat(second.hold().taken()).hasSize(16);
    }

    @Test
    void a_paused_subscription_gives_no_lease() {
        var relay = Relay.started();
        Sql.tell("UPDATE onceward.subscription SET paused_at = now(), paused_by = 'ann'");
        assertThat(relay.hold().taken()).isEmpty();
        Sql.tell("UPDATE onceward.subscription SET paused_at = NULL, paused_by = NULL");
        assertThat(relay.hold().taken()).hasSize(16);
    }

    /// Whoever asks in the moment in which somebody pauses it has looked before the pause was committed.
    @Test
    void a_lease_is_neither_taken_nor_renewed_while_somebody_pauses_the_subscription() throws Exception {
        var holder = Relay.holding();
        giveAway(holder, 8);
        var other = Relay.started();
        try (var operator = Sql.connect()) {
            operator.setAutoCommit(false);
            Sql.tell(operator, "UPDATE onceward.subscription SET paused_at = now(), paused_by = 'ann'");
            var taking = other.cursors.hold(BOOKS, Relay.PATIENCE, List.of(), false).subscribeAsCompletionStage();
            var renewing = holder.cursors.hold(BOOKS, Relay.PATIENCE, holder.places.keySet(), false)
                    .subscribeAsCompletionStage();
            var _ = Eventually.answer(() -> (taking.isDone() && renewing.isDone()) || waiting() == 2, seen -> seen);
            operator.commit();
            assertThat(taking.join().taken()).isEmpty();
            assertThat(renewing.join().paused()).isTrue();
        }
    }

    /// Else days of the log that it has yet to read would be dropped under a relay that runs for long.
    @Test
    void who_asks_for_leases_says_that_the_subscription_is_configured_also_while_it_is_paused() {
        var relay = Relay.holding();
        Sql.tell("UPDATE onceward.subscription SET seen_at = now() - interval '8 days', paused_at = now(), "
                + "paused_by = 'ann'");
        var _ = relay.hold();
        assertThat(Sql.ask("SELECT seen_at > now() - interval '1 minute' FROM onceward.subscription"))
                .isEqualTo("true");
    }

    private static long waiting() {
        return Long.parseLong(Sql.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"));
    }

    private static void giveAway(Relay relay, int many) {
        var spare = relay.places.keySet().stream().limit(many).toList();
        relay.places.keySet().removeAll(new HashSet<>(spare));
        var _ = await(relay.cursors.release(BOOKS, spare));
    }

    /// Crash recovery empties the table of the incarnation, as a failover does.
    @Test
    void who_read_before_a_crash_of_the_server_can_neither_settle_nor_renew() {
        var relay = Relay.holding();
        Sql.tell("TRUNCATE onceward.incarnation");
        assertThat(relay.settle(List.of())).isEmpty();
        assertThat(relay.hold().kept()).isEmpty();
        assertThat(relay.settle(List.of())).isEmpty();
    }

    @Test
    void who_takes_shards_after_a_crash_of_the_server_can_settle_and_renew() {
        var before = Relay.holding();
        Sql.tell("TRUNCATE onceward.incarnation");
        Relay.lapse();
        var relay = Relay.holding();
        assertThat(relay.settle(List.of())).hasSize(16);
        assertThat(relay.hold().kept()).hasSize(16);
        assertThat(relay.places.keySet()).extracting(Lease::incarnation)
                .doesNotContainAnyElementsOf(before.places.keySet().stream().map(Lease::incarnation).toList());
    }

    @Test
    void a_crash_of_the_server_empties_the_incarnation() {
        var relay = Relay.holding();
        Servers.postgres().kill();
        Servers.postgres().start();
        assertThat(Sql.count("incarnation")).isZero();
        assertThat(Eventually.answer(() -> settled(relay), Optional::isPresent)).contains(Set.of());
    }

    /// Nothing while the pool still hands out connections that the old server ended.
    private static Optional<Set<Short>> settled(Relay relay) {
        try {
            return Optional.of(relay.settle(List.of()));
        } catch (RuntimeException gone) {
            return Optional.empty();
        }
    }

    private static Set<Short> union(Relay... relays) {
        var all = new HashSet<Short>();
        Stream.of(relays).forEach(relay -> all.addAll(relay.shards()));
        return all;
    }

    private static StartCursors starts() {
        return new StartCursors(Servers.pool(), Relay.PATIENCE);
    }
}
