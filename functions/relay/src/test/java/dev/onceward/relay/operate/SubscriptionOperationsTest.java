package dev.onceward.relay.operate;

import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.edge.ReadEdges;
import dev.onceward.relay.edge.Snapshot;
import dev.onceward.relay.edge.WindowEdge;
import dev.onceward.relay.window.ReadPosition;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class SubscriptionOperationsTest {
    private static final WindowEdge LATER = new WindowEdge(Snapshot.of("90:95:91,93"), 96, 1000, 1010);
    private final SubscriptionOperations subscriptionOperations = new SubscriptionOperations(Servers.pool(),
            TestRelay.PATIENCE);
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        sql().execute("TRUNCATE onceward.audit");
        testRelay = TestRelay.holding();
    }

    @Test
    void a_pause_reaches_the_relay_lets_it_settle_its_page_and_stops_new_leases() {
        var event = event("k");
        assertThat(await(subscriptionOperations.pause(BOOKS, new Actor("ann", "the receiver is being rebuilt"))))
                .isTrue();
        assertThat(testRelay.settle(List.of(event.waiting()))).hasSize(16);
        assertThat(event.state()).isEqualTo("scheduled");
        assertThat(testRelay.hold().paused()).isTrue();
        assertThat(testRelay.places).hasSize(16);
        testRelay.places.clear();
        TestRelay.expireLeases();
        assertThat(testRelay.hold().taken()).isEmpty();
        assertThat(sql().query(ParkedOperationsTest.AUDIT))
                .isEqualTo("ann pause books {\"why\": \"the receiver is being rebuilt\"}");
    }

    @Test
    void a_paused_subscription_is_not_paused_again_and_keeps_its_reason() {
        var _ = await(subscriptionOperations.pause(BOOKS, new Actor("ann", "first")));
        assertThat(await(subscriptionOperations.pause(BOOKS, new Actor("bob", "second")))).isFalse();
        assertThat(sql().query("SELECT paused_by || ' ' || pause_reason FROM onceward.subscription"))
                .isEqualTo("ann first");
        assertThat(sql().count("audit")).isEqualTo(1);
    }

    @Test
    void a_resumed_subscription_is_read_on_from_its_last_position() {
        testRelay.places.replaceAll((_, _) -> ReadPosition.at(LATER));
        var _ = testRelay.settle(List.of());
        var _ = await(subscriptionOperations.pause(BOOKS, new Actor("ann", "why")));
        assertThat(await(subscriptionOperations.resume(BOOKS, new Actor("bob", "")))).isTrue();
        assertThat(await(subscriptionOperations.resume(BOOKS, new Actor("bob", "")))).isFalse();
        testRelay.places.clear();
        TestRelay.expireLeases();
        assertThat(testRelay.hold().taken().values()).hasSize(16).containsOnly(ReadPosition.at(LATER));
        assertThat(sql().query(ParkedOperationsTest.AUDIT)).isEqualTo("bob resume books {}");
    }

    @Test
    void a_moved_subscription_begins_at_the_given_edge_and_its_relay_is_fenced_off() {
        testRelay.places.replaceAll((_, _) -> new ReadPosition(WindowEdge.EARLIEST, LATER, 7));
        var _ = testRelay.settle(List.of());
        assertThat(await(subscriptionOperations.move(BOOKS, new Actor("ann", ""), "now", LATER))).isTrue();
        assertThat(testRelay.settle(List.of())).isEmpty();
        testRelay.places.clear();
        assertThat(testRelay.hold().taken().values()).hasSize(16).containsOnly(ReadPosition.at(LATER));
        assertThat(sql().query(ParkedOperationsTest.AUDIT))
                .isEqualTo("ann move books {\"to\": \"now\", \"readAgain\": 0}");
        assertThat(sql().count("audit")).isEqualTo(1);
    }

    @Test
    void a_parked_event_that_is_read_again_after_a_move_is_no_longer_parked() {
        var shown = event("k");
        var edge = await(new ReadEdges(Servers.pool(), TestRelay.PATIENCE).now());
        var after = event("k");
        var _ = testRelay.settle(List.of(shown.dead(), after.queued()));
        assertThat(await(subscriptionOperations.move(BOOKS, new Actor("ann", ""), "then", edge))).isTrue();
        assertThat(List.of(shown.state(), after.state())).containsExactly("dead", "no row");
        assertThat(sql().query(ParkedOperationsTest.AUDIT))
                .isEqualTo("ann move books {\"to\": \"then\", \"readAgain\": 1}");
        assertThat(testRelay.settle(List.of(after.again("no")))).isEmpty();
        assertThat(after.state()).isEqualTo("no row");
    }

    @Test
    void an_event_parked_while_a_move_waits_for_the_settlement_is_no_longer_parked() throws Exception {
        var late = event("k");
        try (var settling = sql().connect()) {
            settling.setAutoCommit(false);
            Sql.execute(settling, "UPDATE onceward.cursor SET after_seq = after_seq WHERE subscription = 'books'");
            var moved = subscriptionOperations.move(BOOKS, new Actor("ann", ""), "earliest", WindowEdge.EARLIEST)
                    .subscribeAsCompletionStage();
            var _ = Eventually.value(() -> sql().query("SELECT count(*) FROM pg_locks WHERE NOT granted"),
                    waiting -> !waiting.equals("0"));
            Sql.execute(settling, """
                    INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, state, next_at)
                    SELECT 'books', shard, id, at, ordering, 'dead', now() FROM onceward.event
                    """);
            settling.commit();
            assertThat(moved.get()).isTrue();
        }
        assertThat(late.state()).isEqualTo("no row");
    }

    @Test
    void an_unknown_subscription_is_neither_paused_nor_moved() {
        assertThat(await(subscriptionOperations.pause("films", new Actor("ann", "why")))).isFalse();
        assertThat(await(subscriptionOperations.move("films", new Actor("ann", ""), "now", LATER))).isFalse();
        assertThat(sql().count("audit")).isZero();
    }
}
