package dev.onceward.relay.operate;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What an operator drops is gone, and whatever stands behind it has its turn.
@OnServers
class DropParkedTest {
    private final SubscriptionOperations subscriptionOperations = new SubscriptionOperations(Servers.pool(),
            TestRelay.PATIENCE);
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        sql().execute("TRUNCATE onceward.audit");
        testRelay = TestRelay.holding();
    }

    @Test
    void the_event_behind_a_dropped_event_of_its_ordering_key_is_scheduled() {
        var dead = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay.settle(List.of(dead.dead(), second.queued(), third.queued()));
        assertThat(await(
                subscriptionOperations.drop(BOOKS, ParkedOperationsTest.one(dead), new Actor("ann", "it was a test"))))
                .isEqualTo(1);
        var _ = testRelay.keys(testRelay.shards());
        assertThat(List.of(dead.state(), second.state(), third.state())).containsExactly("no row", "scheduled",
                "blocked");
        assertThat(sql().query(ParkedOperationsTest.AUDIT))
                .isEqualTo(("ann drop books {\"ids\": [\"%1$s\"], \"why\": \"it was a test\", "
                        + "\"event\": \"%1$s\", \"events\": 1}").formatted(dead.id()));
    }

    @Test
    void dropping_a_blocked_event_schedules_no_other_event_of_its_ordering_key() {
        var dead = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay.settle(List.of(dead.dead(), second.queued(), third.queued()));
        var _ = await(subscriptionOperations.drop(BOOKS, ParkedOperationsTest.one(second), new Actor("ann", "why")));
        var _ = testRelay.keys(testRelay.shards());
        assertThat(List.of(dead.state(), third.state())).containsExactly("dead", "blocked");
    }

    @Test
    void an_event_in_flight_is_not_dropped() {
        var flying = event("k");
        var _ = testRelay.settle(List.of(flying.parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(await(subscriptionOperations.drop(BOOKS, ParkedOperationsTest.one(flying), new Actor("ann", "why"))))
                .isZero();
        assertThat(flying.state()).isEqualTo("in_flight");
    }

    @Test
    void all_parked_events_of_an_ordering_key_can_be_dropped() {
        var other = event("other");
        var _ = testRelay.settle(List.of(event("k").dead(), event("k").queued(), other.dead()));
        assertThat(
                await(subscriptionOperations.drop(BOOKS, new ParkedFilter(null, null, "k", null, null),
                        new Actor("ann", "why"))))
                .isEqualTo(2);
        assertThat(other.state()).isEqualTo("dead");
        assertThat(sql().count("parked")).isEqualTo(1);
    }

    /// An operator can have dropped what a relay was at: it settles all the same and brings nothing back.
    @Test
    void an_event_dropped_before_its_delivery_is_settled_stays_dropped() {
        var dead = event("k");
        var _ = testRelay.settle(List.of(dead.dead()));
        var _ = await(subscriptionOperations.drop(BOOKS, ParkedOperationsTest.one(dead), new Actor("ann", "why")));
        assertThat(testRelay.settle(Map.of(dead.id(), dead.shard()), List.of(), List.of())).hasSize(16);
        assertThat(sql().count("parked")).isZero();
    }

    /// Else it would be delivered after what was behind it.
    @Test
    void an_event_dropped_during_a_failed_attempt_is_not_parked_again() {
        var dropped = event("k");
        var behind = event("k");
        var _ = testRelay.settle(List.of(dropped.waiting(), behind.queued()));
        var _ = await(subscriptionOperations.drop(BOOKS, ParkedOperationsTest.one(dropped), new Actor("ann", "why")));
        assertThat(testRelay.settle(List.of(dropped.again("no")))).hasSize(16);
        assertThat(dropped.state()).isEqualTo("no row");
    }
}
