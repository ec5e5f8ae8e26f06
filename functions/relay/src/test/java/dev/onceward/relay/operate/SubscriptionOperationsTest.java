package dev.onceward.relay.operate;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.cursor.TestRelay.StoredEvent;
import dev.onceward.relay.edge.Edge;
import dev.onceward.relay.edge.Edges;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SubscriptionOperationsTest {
    private static final Edge LATER = new Edge(Snapshot.of("90:95:91,93"), 96, 1000, 1010);
    private static final String AUDIT = "SELECT actor || ' ' || action || ' ' || subscription || ' ' || detail "
            + "FROM onceward.audit ORDER BY n DESC LIMIT 1";

    private final SubscriptionOperations subscriptionOperations = new SubscriptionOperations(Servers.pool(),
            TestRelay.PATIENCE);
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        Sql.tell("TRUNCATE onceward.audit");
        testRelay = TestRelay.holding();
    }

    @Test
    void a_pause_is_told_to_whoever_reads_and_lets_them_settle_what_is_under_way() {
        var event = event("k");
        assertThat(await(subscriptionOperations.pause(BOOKS, "ann", "the receiver is being rebuilt"))).isTrue();
        assertThat(testRelay.settle(List.of(event.waiting()))).hasSize(16);
        assertThat(event.state()).isEqualTo("scheduled");
        assertThat(testRelay.hold().paused()).isTrue();
        assertThat(testRelay.places).hasSize(16);
        testRelay.places.clear();
        TestRelay.lapse();
        assertThat(testRelay.hold().taken()).isEmpty();
        assertThat(Sql.ask(AUDIT)).isEqualTo("ann pause books {\"why\": \"the receiver is being rebuilt\"}");
    }

    @Test
    void what_is_paused_is_not_paused_again_and_keeps_its_reason() {
        var _ = await(subscriptionOperations.pause(BOOKS, "ann", "first"));
        assertThat(await(subscriptionOperations.pause(BOOKS, "bob", "second"))).isFalse();
        assertThat(Sql.ask("SELECT paused_by || ' ' || pause_reason FROM onceward.subscription"))
                .isEqualTo("ann first");
        assertThat(Sql.count("audit")).isEqualTo(1);
    }

    @Test
    void a_resumed_subscription_is_read_on_from_where_it_was() {
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(LATER));
        var _ = testRelay.settle(List.of());
        var _ = await(subscriptionOperations.pause(BOOKS, "ann", "why"));
        assertThat(await(subscriptionOperations.resume(BOOKS, "bob"))).isTrue();
        assertThat(await(subscriptionOperations.resume(BOOKS, "bob"))).isFalse();
        testRelay.places.clear();
        TestRelay.lapse();
        assertThat(testRelay.hold().taken().values()).hasSize(16).containsOnly(ReadPosition.at(LATER));
        assertThat(Sql.ask(AUDIT)).isEqualTo("bob resume books {}");
    }

    @Test
    void a_moved_subscription_begins_there_and_whoever_reads_is_fenced_off() {
        testRelay.places.replaceAll((_, _) -> new ReadPosition(Edge.EARLIEST, LATER, 7));
        var _ = testRelay.settle(List.of());
        assertThat(await(subscriptionOperations.move(BOOKS, "ann", "now", LATER))).isTrue();
        assertThat(testRelay.settle(List.of())).isEmpty();
        testRelay.places.clear();
        assertThat(testRelay.hold().taken().values()).hasSize(16).containsOnly(ReadPosition.at(LATER));
        assertThat(Sql.ask(AUDIT)).isEqualTo("ann move books {\"to\": \"now\", \"readAgain\": 0}");
        assertThat(Sql.count("audit")).isEqualTo(1);
    }

    @Test
    void what_is_read_again_after_a_move_is_not_held_back_as_well() {
        var shown = event("k");
        var edge = await(new Edges(Servers.pool(), TestRelay.PATIENCE).now());
        var after = event("k");
        var _ = testRelay.settle(List.of(shown.dead(), after.queued()));
        assertThat(await(subscriptionOperations.move(BOOKS, "ann", "then", edge))).isTrue();
        assertThat(List.of(shown.state(), after.state())).containsExactly("dead", "no row");
        assertThat(Sql.ask(AUDIT)).isEqualTo("ann move books {\"to\": \"then\", \"readAgain\": 1}");
        assertThat(testRelay.settle(List.of(after.again("no")))).isEmpty();
        assertThat(after.state()).isEqualTo("no row");
    }

    @Test
    void what_is_settled_while_a_move_waits_for_it_is_read_again_as_well() throws Exception {
        var late = event("k");
        try (var settling = Sql.connect()) {
            settling.setAutoCommit(false);
            Sql.tell(settling, "UPDATE onceward.cursor SET after_seq = after_seq WHERE subscription = 'books'");
            var moved = subscriptionOperations.move(BOOKS, "ann", "earliest", Edge.EARLIEST)
                    .subscribeAsCompletionStage();
            var _ = Eventually.answer(() -> Sql.ask("SELECT count(*) FROM pg_locks WHERE NOT granted"),
                    waiting -> !waiting.equals("0"));
            Sql.tell(settling, """
                    INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, state, next_at)
                    SELECT 'books', shard, id, at, ordering, 'dead', now() FROM onceward.event
                    """);
            settling.commit();
            assertThat(moved.get()).isTrue();
        }
        assertThat(late.state()).isEqualTo("no row");
    }

    @Test
    void what_does_not_exist_is_neither_paused_nor_moved() {
        assertThat(await(subscriptionOperations.pause("films", "ann", "why"))).isFalse();
        assertThat(await(subscriptionOperations.move("films", "ann", "now", LATER))).isFalse();
        assertThat(Sql.count("audit")).isZero();
    }

    @Test
    void a_dead_event_that_is_redriven_begins_anew() {
        var dead = event("k");
        var other = event("other");
        var _ = testRelay.settle(List.of(dead.dead(), other.dead()));
        assertThat(await(subscriptionOperations.redrive(BOOKS, one(dead), 1, "ann"))).isEqualTo(1);
        assertThat(dead.parked("state || ' ' || attempts || ' ' || (next_at <= now())")).isEqualTo("scheduled 0 true");
        assertThat(other.state()).isEqualTo("dead");
        assertThat(Sql.ask(AUDIT)).isEqualTo("ann redrive books {\"ids\": [\"%1$s\"], \"event\": \"%1$s\", "
                .formatted(dead.id()) + "\"events\": 1, \"perSecond\": 1.0}");
    }

    @Test
    void a_redrive_is_spread_over_time_in_the_order_in_which_events_were_parked() {
        var dead = IntStream.range(0, 10).mapToObj(n -> event("k" + n)).toList();
        var _ = testRelay.settle(dead.stream().map(StoredEvent::dead).toList());
        assertThat(await(subscriptionOperations.redrive(BOOKS, ParkedFilter.dead(), 2, "ann"))).isEqualTo(10);
        assertThat(Sql.ask("""
                SELECT array_agg(extract(epoch FROM next_at - first)::numeric(3, 1) ORDER BY n)::text
                  FROM onceward.parked, (SELECT min(next_at) AS first FROM onceward.parked) AS one
                """)).isEqualTo("{0.0,0.5,1.0,1.5,2.0,2.5,3.0,3.5,4.0,4.5}");
        assertThat(due()).containsExactly(dead.getFirst().id().toString());
    }

    @Test
    void what_is_queued_or_under_way_is_not_redriven() {
        var queued = event("k");
        var flying = event("f");
        var _ = testRelay.settle(List.of(event("k").dead(), queued.queued(),
                flying.parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(
                await(subscriptionOperations.redrive(BOOKS, new ParkedFilter(null, null, null, null, null), 1, "ann")))
                .isEqualTo(1);
        assertThat(List.of(queued.state(), flying.state())).containsExactly("blocked", "in_flight");
    }

    @Test
    void events_are_chosen_by_state_key_error_time_and_all_of_them() {
        var early = event("a");
        var late = event("b");
        var _ = testRelay.settle(List.of(early.parking(ParkedState.DEAD, 3, Duration.ZERO, "answered 404, not 100%"),
                late.parking(ParkedState.SCHEDULED, 1, Duration.ofHours(1), "answered 500")));
        Sql.tell("UPDATE onceward.parked SET parked_at = parked_at - interval '1 day' WHERE ordering = 'a'");
        var yesterday = late.at().minus(Duration.ofHours(1));
        assertThat(count(new ParkedFilter(null, "dead", null, null, null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, "b", null, null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, null, "answered", null))).isEqualTo(2);
        assertThat(count(new ParkedFilter(null, null, null, "100%", null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, null, null, yesterday))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, "dead", "b", null, null))).isZero();
        assertThat(count(one(late))).isEqualTo(1);
        assertThat(await(subscriptionOperations.droppable("films", ParkedFilter.dead()))).isZero();
        assertThat(Sql.count("audit")).isZero();
    }

    @Test
    void what_is_behind_a_dropped_event_has_its_turn() {
        var dead = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay.settle(List.of(dead.dead(), second.queued(), third.queued()));
        assertThat(await(subscriptionOperations.drop(BOOKS, one(dead), "it was a test", "ann"))).isEqualTo(1);
        var _ = testRelay.keys(testRelay.shards());
        assertThat(List.of(dead.state(), second.state(), third.state())).containsExactly("no row", "scheduled",
                "blocked");
        assertThat(Sql.ask(AUDIT)).isEqualTo(("ann drop books {\"ids\": [\"%1$s\"], \"why\": \"it was a test\", "
                + "\"event\": \"%1$s\", \"events\": 1}").formatted(dead.id()));
    }

    @Test
    void nobody_has_a_turn_because_one_in_the_middle_is_dropped() {
        var dead = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay.settle(List.of(dead.dead(), second.queued(), third.queued()));
        var _ = await(subscriptionOperations.drop(BOOKS, one(second), "why", "ann"));
        var _ = testRelay.keys(testRelay.shards());
        assertThat(List.of(dead.state(), third.state())).containsExactly("dead", "blocked");
    }

    @Test
    void what_is_under_way_is_not_dropped() {
        var flying = event("k");
        var _ = testRelay.settle(List.of(flying.parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(await(subscriptionOperations.drop(BOOKS, one(flying), "why", "ann"))).isZero();
        assertThat(flying.state()).isEqualTo("in_flight");
    }

    @Test
    void a_whole_key_can_be_dropped() {
        var other = event("other");
        var _ = testRelay.settle(List.of(event("k").dead(), event("k").queued(), other.dead()));
        assertThat(
                await(subscriptionOperations.drop(BOOKS, new ParkedFilter(null, null, "k", null, null), "why", "ann")))
                .isEqualTo(2);
        assertThat(other.state()).isEqualTo("dead");
        assertThat(Sql.count("parked")).isEqualTo(1);
    }

    /// An operator can have dropped what a relay was at: it settles all the same and brings nothing back.
    @Test
    void what_was_dropped_and_then_delivered_is_gone() {
        var dead = event("k");
        var _ = testRelay.settle(List.of(dead.dead()));
        var _ = await(subscriptionOperations.drop(BOOKS, one(dead), "why", "ann"));
        assertThat(testRelay.settle(Map.of(dead.id(), dead.shard()), List.of(), List.of())).hasSize(16);
        assertThat(Sql.count("parked")).isZero();
    }

    /// Else it would be delivered after what was behind it.
    @Test
    void what_was_dropped_while_it_was_tried_does_not_come_back() {
        var dropped = event("k");
        var behind = event("k");
        var _ = testRelay.settle(List.of(dropped.waiting(), behind.queued()));
        var _ = await(subscriptionOperations.drop(BOOKS, one(dropped), "why", "ann"));
        assertThat(testRelay.settle(List.of(dropped.again("no")))).hasSize(16);
        assertThat(dropped.state()).isEqualTo("no row");
    }

    @Test
    void a_dry_run_counts_what_the_verb_is_for_and_nothing_else() {
        var all = new ParkedFilter(null, null, null, null, null);
        var _ = testRelay.settle(List.of(event("a").dead(), event("a").queued(), event("b").waiting(),
                event("c").parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(await(subscriptionOperations.redrivable(BOOKS, all))).isEqualTo(2);
        assertThat(await(subscriptionOperations.redrive(BOOKS, all, 1, "ann"))).isEqualTo(2);
        assertThat(await(subscriptionOperations.redrivable(BOOKS, new ParkedFilter(null, "blocked", null, null, null))))
                .isZero();
        assertThat(await(subscriptionOperations.droppable(BOOKS, all))).isEqualTo(3);
        assertThat(await(subscriptionOperations.drop(BOOKS, all, "why", "ann"))).isEqualTo(3);
        assertThat(Sql.ask("SELECT string_agg(state, ',') FROM onceward.parked")).isEqualTo("in_flight");
    }

    @Test
    void many_are_redriven_and_dropped_batch_by_batch_and_only_counted_in_the_audit() {
        dead(25_000);
        assertThat(await(subscriptionOperations.redrive(BOOKS, ParkedFilter.dead(), 10, "ann"))).isEqualTo(25_000);
        assertThat(Sql.ask(AUDIT))
                .isEqualTo("ann redrive books {\"state\": \"dead\", \"events\": 25000, \"perSecond\": 10.0}");
        assertThat(Sql.ask("""
                SELECT count(*)
                  FROM (SELECT next_at, row_number() OVER (ORDER BY n) - 1 AS place FROM onceward.parked) AS one
                 WHERE next_at = (SELECT at FROM onceward.audit) + place * interval '100 milliseconds'
                """)).isEqualTo("25000");
        var all = new ParkedFilter(null, null, null, null, null);
        assertThat(await(subscriptionOperations.drop(BOOKS, all, "why", "ann"))).isEqualTo(25_000);
        assertThat(Sql.ask(AUDIT)).isEqualTo("ann drop books {\"why\": \"why\", \"events\": 25000}");
        assertThat(Sql.count("parked")).isZero();
    }

    @Test
    void what_is_being_settled_is_left_to_who_settles_it() throws Exception {
        var settled = event("a");
        var other = event("b");
        var _ = testRelay.settle(List.of(settled.waiting(), other.waiting()));
        try (var testRelay = Sql.connect()) {
            testRelay.setAutoCommit(false);
            Sql.tell(testRelay, "UPDATE onceward.parked SET state = 'in_flight' WHERE ordering = 'a'");
            var all = new ParkedFilter(null, null, null, null, null);
            assertThat(await(subscriptionOperations.redrive(BOOKS, all, 1, "ann"))).isEqualTo(1);
            testRelay.commit();
        }
        assertThat(List.of(settled.state(), other.state())).containsExactly("in_flight", "scheduled");
    }

    private static void dead(int many) {
        Sql.tell("""
                INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, state, next_at)
                SELECT 'books', n %% 16, gen_random_uuid(), now(), 'k' || n, 'dead', now()
                  FROM generate_series(1, %d) AS n
                """.formatted(many));
    }

    private List<String> due() {
        return await(testRelay.parked.due(BOOKS, testRelay.shards(), true, 100, 50)).stream()
                .map(parked -> parked.event().id().toString()).toList();
    }

    private int count(ParkedFilter parkedFilter) {
        return await(subscriptionOperations.droppable(BOOKS, parkedFilter));
    }

    private static ParkedFilter one(StoredEvent event) {
        return new ParkedFilter(event.id(), null, null, null, null);
    }
}
