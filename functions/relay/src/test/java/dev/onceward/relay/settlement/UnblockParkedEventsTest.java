package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.relay.parked.ParkedState.IN_FLIGHT;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class UnblockParkedEventsTest {
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
    }

    @Test
    void ordering_keys_with_parked_events_are_found_in_the_requested_shards_only() {
        var a = event("a");
        var _ = testRelay.settle(List.of(a.waiting(), ParkedEventsTest.other(a).dead(), event(null).waiting()));
        assertThat(testRelay.keys(testRelay.shards())).containsExactlyInAnyOrder(TestRelay.hash("a"),
                TestRelay.hash("b"));
        assertThat(testRelay.keys(Set.of(a.shard()))).containsExactly(TestRelay.hash("a"));
        assertThat(testRelay.among("b", "c")).containsExactly(TestRelay.hash("b"));
    }

    /// As they lie in the index when they are looked for a few at a time.
    @Test
    void exactly_one_event_of_each_ordering_key_is_scheduled_however_many_are_blocked() {
        sql().execute(
                """
                        INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, ordering_hash, state, next_at)
                        SELECT 'books', key % 3, gen_random_uuid(), now(), 'k' || key,
                               onceward.ordering_hash('shop', 'k' || key), 'blocked', now()
                          FROM generate_series(1, 40) AS key, generate_series(0, key) AS n
                        """);
        assertThat(testRelay.keys(testRelay.shards())).hasSize(40);
        assertThat(sql().query("""
                SELECT count(*) || ' ' || sum((n = first)::integer)
                  FROM (SELECT n, min(n) OVER (PARTITION BY ordering) AS first, state FROM onceward.parked) AS one
                 WHERE state = 'scheduled'
                """)).isEqualTo("40 40");
    }

    @Test
    void the_first_event_of_an_ordering_key_is_scheduled_if_it_was_blocked() {
        var first = event("k");
        var second = event("k");
        var _ = testRelay.settle(List.of(first.queued(), second.queued()));
        var _ = testRelay.among("k");
        assertThat(List.of(first.state(), second.state())).containsExactly("scheduled", "blocked");
    }

    @Test
    void an_event_behind_a_scheduled_in_flight_or_dead_event_of_its_ordering_key_stays_blocked() {
        for (var head : List.of(event("k1").waiting(), event("k2").dead(),
                event("k3").parking(IN_FLIGHT, 1, Duration.ofHours(1), null))) {
            var behind = event(head.ordering());
            var _ = testRelay.settle(List.of(head, behind.queued()));
            var _ = testRelay.keys(testRelay.shards());
            var _ = testRelay.among(String.valueOf(head.ordering()));
            assertThat(behind.state()).isEqualTo("blocked");
        }
    }

    /// As when the configuration says now that order need not be kept.
    @Test
    void all_blocked_events_of_a_shard_are_scheduled_once_the_subscription_is_no_longer_ordered() {
        var dead = event("k");
        var queued = event("k");
        var elsewhere = ParkedEventsTest.other(queued);
        var _ = testRelay.settle(List.of(dead.dead(), queued.queued(), elsewhere.queued()));
        assertThat(await(testRelay.unblockParkedEvents.unblockAll(BOOKS, Set.of(queued.shard())))).isEqualTo(1);
        assertThat(List.of(dead.state(), queued.state(), elsewhere.state())).containsExactly("dead", "scheduled",
                "blocked");
        assertThat(await(testRelay.parked.due(BOOKS, testRelay.shards(), false, 100, 50)))
                .extracting(due -> due.event().id()).containsExactly(queued.id());
    }

    @Test
    void ten_thousand_ordering_keys_with_parked_events_are_all_found() {
        sql().execute(
                """
                        INSERT INTO onceward.parked (subscription, shard, event_id, event_at, ordering, ordering_hash, state, next_at)
                        SELECT 'books', n % 16, gen_random_uuid(), now(), 'k' || n, onceward.ordering_hash('shop', 'k' || n),
                               'scheduled', now()
                          FROM generate_series(1, 10000) AS n
                        """);
        assertThat(testRelay.keys(testRelay.shards())).hasSize(10_000);
        assertThat(
                await(testRelay.unblockParkedEvents.among(BOOKS,
                        Map.of(TestRelay.hash("k7"), (short) 7, TestRelay.hash("k99999"), (short) 15))))
                .containsExactly(TestRelay.hash("k7"));
    }
}
