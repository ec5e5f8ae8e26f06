package dev.onceward.relay.operate;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.cursor.TestRelay.StoredEvent;
import dev.onceward.relay.parked.ParkedState;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// What an operator does to parked events.
@OnServers
class ParkedOperationsTest {
    static final String AUDIT = "SELECT actor || ' ' || action || ' ' || subscription || ' ' || detail "
            + "FROM onceward.audit ORDER BY n DESC LIMIT 1";
    private final SubscriptionOperations subscriptionOperations = new SubscriptionOperations(Servers.pool(),
            TestRelay.PATIENCE);
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        sql().execute("TRUNCATE onceward.audit");
        testRelay = TestRelay.holding();
    }

    @Test
    void a_redriven_dead_event_is_scheduled_now_with_zero_attempts() {
        var dead = event("k");
        var other = event("other");
        var _ = testRelay.settle(List.of(dead.dead(), other.dead()));
        assertThat(await(subscriptionOperations.redrive(BOOKS, one(dead), 1, new Actor("ann", "")))).isEqualTo(1);
        assertThat(dead.parked("state || ' ' || attempts || ' ' || (next_at <= now())")).isEqualTo("scheduled 0 true");
        assertThat(other.state()).isEqualTo("dead");
        assertThat(sql().query(AUDIT)).isEqualTo("ann redrive books {\"ids\": [\"%1$s\"], \"event\": \"%1$s\", "
                .formatted(dead.id()) + "\"events\": 1, \"perSecond\": 1.0}");
    }

    @Test
    void a_redrive_is_spread_over_time_in_the_order_in_which_events_were_parked() {
        var dead = IntStream.range(0, 10).mapToObj(n -> event("k" + n)).toList();
        var _ = testRelay.settle(dead.stream().map(StoredEvent::dead).toList());
        assertThat(await(subscriptionOperations.redrive(BOOKS, ParkedFilter.dead(), 2, new Actor("ann", ""))))
                .isEqualTo(10);
        assertThat(sql().query("""
                SELECT array_agg(extract(epoch FROM next_at - first)::numeric(3, 1) ORDER BY n)::text
                  FROM onceward.parked, (SELECT min(next_at) AS first FROM onceward.parked) AS one
                """)).isEqualTo("{0.0,0.5,1.0,1.5,2.0,2.5,3.0,3.5,4.0,4.5}");
        assertThat(due()).containsExactly(dead.getFirst().id().toString());
    }

    @Test
    void blocked_and_in_flight_events_are_not_redriven() {
        var queued = event("k");
        var flying = event("f");
        var _ = testRelay.settle(List.of(event("k").dead(), queued.queued(),
                flying.parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(
                await(subscriptionOperations.redrive(BOOKS, new ParkedFilter(null, null, null, null, null), 1,
                        new Actor("ann", ""))))
                .isEqualTo(1);
        assertThat(List.of(queued.state(), flying.state())).containsExactly("blocked", "in_flight");
    }

    @Test
    void parked_events_are_selected_by_id_state_ordering_key_error_and_time() {
        var early = event("a");
        var late = event("b");
        var _ = testRelay.settle(List.of(early.parking(ParkedState.DEAD, 3, Duration.ZERO, "answered 404, not 100%"),
                late.parking(ParkedState.SCHEDULED, 1, Duration.ofHours(1), "answered 500")));
        sql().execute("UPDATE onceward.parked SET parked_at = parked_at - interval '1 day' WHERE ordering = 'a'");
        var yesterday = late.at().minus(Duration.ofHours(1));
        assertThat(count(new ParkedFilter(null, "dead", null, null, null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, "b", null, null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, null, "answered", null))).isEqualTo(2);
        assertThat(count(new ParkedFilter(null, null, null, "100%", null))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, null, null, null, yesterday))).isEqualTo(1);
        assertThat(count(new ParkedFilter(null, "dead", "b", null, null))).isZero();
        assertThat(count(one(late))).isEqualTo(1);
        assertThat(await(subscriptionOperations.droppable("films", ParkedFilter.dead()))).isZero();
        assertThat(sql().count("audit")).isZero();
    }

    @Test
    void a_dry_run_counts_exactly_the_events_that_redrive_or_drop_would_change() {
        var all = new ParkedFilter(null, null, null, null, null);
        var _ = testRelay.settle(List.of(event("a").dead(), event("a").queued(), event("b").waiting(),
                event("c").parking(ParkedState.IN_FLIGHT, 1, Duration.ofHours(1), null)));
        assertThat(await(subscriptionOperations.redrivable(BOOKS, all))).isEqualTo(2);
        assertThat(await(subscriptionOperations.redrive(BOOKS, all, 1, new Actor("ann", "")))).isEqualTo(2);
        assertThat(await(subscriptionOperations.redrivable(BOOKS, new ParkedFilter(null, "blocked", null, null, null))))
                .isZero();
        assertThat(await(subscriptionOperations.droppable(BOOKS, all))).isEqualTo(3);
        assertThat(await(subscriptionOperations.drop(BOOKS, all, new Actor("ann", "why")))).isEqualTo(3);
        assertThat(sql().query("SELECT string_agg(state, ',') FROM onceward.parked")).isEqualTo("in_flight");
    }

    @Test
    void many_events_are_redriven_and_dropped_in_batches_and_only_counted_in_the_audit() {
        dead(25_000);
        assertThat(await(subscriptionOperations.redrive(BOOKS, ParkedFilter.dead(), 10, new Actor("ann", ""))))
                .isEqualTo(25_000);
        assertThat(sql().query(AUDIT))
                .isEqualTo("ann redrive books {\"state\": \"dead\", \"events\": 25000, \"perSecond\": 10.0}");
        assertThat(sql().query("""
                SELECT count(*)
                  FROM (SELECT next_at, row_number() OVER (ORDER BY n) - 1 AS place FROM onceward.parked) AS one
                 WHERE next_at = (SELECT at FROM onceward.audit) + place * interval '100 milliseconds'
                """)).isEqualTo("25000");
        var all = new ParkedFilter(null, null, null, null, null);
        assertThat(await(subscriptionOperations.drop(BOOKS, all, new Actor("ann", "why")))).isEqualTo(25_000);
        assertThat(sql().query(AUDIT)).isEqualTo("ann drop books {\"why\": \"why\", \"events\": 25000}");
        assertThat(sql().count("parked")).isZero();
    }

    @Test
    void an_event_that_a_relay_is_settling_is_not_redriven() throws Exception {
        var settled = event("a");
        var other = event("b");
        var _ = testRelay.settle(List.of(settled.waiting(), other.waiting()));
        try (var testRelay = sql().connect()) {
            testRelay.setAutoCommit(false);
            Sql.execute(testRelay, "UPDATE onceward.parked SET state = 'in_flight' WHERE ordering = 'a'");
            var all = new ParkedFilter(null, null, null, null, null);
            assertThat(await(subscriptionOperations.redrive(BOOKS, all, 1, new Actor("ann", "")))).isEqualTo(1);
            testRelay.commit();
        }
        assertThat(List.of(settled.state(), other.state())).containsExactly("in_flight", "scheduled");
    }

    private static void dead(int many) {
        sql().execute("""
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

    static ParkedFilter one(StoredEvent event) {
        return new ParkedFilter(event.id(), null, null, null, null);
    }
}
