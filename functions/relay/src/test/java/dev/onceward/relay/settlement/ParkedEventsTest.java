package dev.onceward.relay.settlement;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.relay.cursor.TestRelay;
import dev.onceward.relay.cursor.TestRelay.StoredEvent;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.relay.cursor.TestRelay.BOOKS;
import static dev.onceward.relay.cursor.TestRelay.event;
import static dev.onceward.relay.parked.ParkedState.IN_FLIGHT;
import static dev.onceward.relay.parked.ParkedState.SCHEDULED;
import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class ParkedEventsTest {
    private TestRelay testRelay;

    @BeforeEach
    void hold() {
        testRelay = TestRelay.holding();
    }

    @Test
    void a_scheduled_event_is_due_when_its_time_has_come() {
        var now = event(null);
        var later = event(null);
        var _ = testRelay.settle(List.of(now.waiting(), later.parking(SCHEDULED, 3, Duration.ofHours(1), "no")));
        assertThat(due(true)).containsExactly(now.id());
        sql().execute("UPDATE onceward.parked SET next_at = now()");
        assertThat(due(true)).containsExactly(now.id(), later.id());
    }

    @Test
    void an_event_in_flight_is_due_again_when_it_was_not_settled_in_time() {
        var flying = event("k");
        var _ = testRelay.settle(List.of(flying.parking(IN_FLIGHT, 1, Duration.ofSeconds(20), null)));
        assertThat(due(true)).isEmpty();
        sql().execute("UPDATE onceward.parked SET next_at = now() - interval '1 second'");
        assertThat(due(true)).containsExactly(flying.id());
    }

    @Test
    void dead_and_blocked_events_are_not_due() {
        var _ = testRelay.settle(List.of(event("k").dead(), event("k").queued()));
        assertThat(due(true)).isEmpty();
        assertThat(due(false)).isEmpty();
    }

    @Test
    void a_due_event_is_followed_by_the_blocked_events_of_its_own_ordering_key_only() {
        var head = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay
                .settle(List.of(head.waiting(), event("other").dead(), second.queued(), event("other").queued(),
                        third.queued()));
        assertThat(due(true)).containsExactly(head.id(), second.id(), third.id());
        assertThat(due(false)).containsExactly(head.id());
    }

    @Test
    void at_most_the_requested_number_of_blocked_events_follows_a_due_event() {
        var line = IntStream.range(0, 5).mapToObj(_ -> event("k")).toList();
        var _ = testRelay.settle(List.of(line.get(0).waiting(), line.get(1).queued(), line.get(2).queued(),
                line.get(3).queued(), line.get(4).queued()));
        assertThat(ids(await(testRelay.parked.due(BOOKS, testRelay.shards(), true, 10, 2))))
                .isEqualTo(line.stream().limit(3).map(StoredEvent::id).toList());
    }

    /// As they are when order was not kept before.
    @Test
    void only_the_first_event_of_an_ordering_key_is_due_in_an_ordered_subscription() {
        var first = event("k");
        var second = event("k");
        var _ = testRelay.settle(List.of(first.parking(SCHEDULED, 1, Duration.ofHours(1), "no"), second.waiting()));
        assertThat(due(true)).isEmpty();
        assertThat(due(false)).containsExactly(second.id());
    }

    @Test
    void no_event_is_returned_twice_when_several_events_of_an_ordering_key_are_due() {
        var first = event("k");
        var second = event("k");
        var third = event("k");
        var _ = testRelay.settle(List.of(first.waiting(), second.waiting(), third.queued()));
        assertThat(due(true)).doesNotHaveDuplicates().startsWith(first.id());
        assertThat(due(false)).containsExactly(first.id(), second.id());
    }

    @Test
    void a_dead_event_behind_a_due_event_is_not_returned_and_no_later_event_of_its_key_overtakes_it() {
        var first = event("k");
        var _ = testRelay.settle(List.of(first.waiting(), event("k").dead(), event("k").queued()));
        assertThat(due(true)).containsExactly(first.id());
    }

    @Test
    void a_page_of_due_events_has_a_bounded_number_of_bytes() {
        var large = IntStream.range(0, 3).mapToObj(_ -> event("k", "convert_to(repeat('x', 9000000), 'UTF8')"))
                .toList();
        var _ = testRelay.settle(List.of(large.get(0).waiting(), large.get(1).queued(), large.get(2).queued()));
        assertThat(due(true)).containsExactly(large.get(0).id(), large.get(1).id());
    }

    @Test
    void only_events_of_the_requested_shards_are_due() {
        var mine = event("k");
        var _ = testRelay.settle(List.of(mine.waiting(), other(mine).waiting()));
        assertThat(ids(await(testRelay.parked.due(BOOKS, Set.of(mine.shard()), true, 100, 50))))
                .containsExactly(mine.id());
    }

    @Test
    void an_event_that_is_parked_again_keeps_its_place_among_the_events_of_its_ordering_key() {
        var first = event("k");
        var second = event("k");
        var _ = testRelay.settle(List.of(first.waiting(), second.queued()));
        var place = first.parked("n");
        var _ = testRelay.settle(List.of(first.again("again")));
        assertThat(first.parked("n")).isEqualTo(place);
        assertThat(first.parked("attempts")).isEqualTo("2");
        assertThat(first.parked("error")).isEqualTo("again");
        assertThat(due(true)).containsExactly(first.id(), second.id());
    }

    @Test
    void events_are_parked_in_the_order_of_the_list() {
        var line = IntStream.range(0, 100).mapToObj(_ -> event("k")).toList();
        var _ = testRelay.settle(line.reversed().stream().map(StoredEvent::queued).toList());
        assertThat(sql().query("SELECT array_agg(event_id ORDER BY n)::text FROM onceward.parked"))
                .isEqualTo(line.reversed().stream().map(one -> one.id().toString()).toList().toString()
                        .replace('[', '{').replace(']', '}').replace(" ", ""));
    }

    @Test
    void a_due_event_has_the_shard_state_attempts_time_and_body_with_which_it_was_stored() {
        var stored = event("k");
        var _ = testRelay.settle(List.of(stored.parking(SCHEDULED, 7, Duration.ZERO, "no")));
        var parked = await(testRelay.parked.due(BOOKS, testRelay.shards(), true, 10, 10)).getFirst();
        assertThat(parked).extracting(EventToDeliver::shard, EventToDeliver::attempts, EventToDeliver::isParked)
                .containsExactly(stored.shard(), 7, true);
        assertThat(parked.event().at()).isEqualTo(stored.at());
        assertThat(parked.event().body()).hasToString("body");
    }

    private List<UUID> due(boolean ordered) {
        return ids(await(testRelay.parked.due(BOOKS, testRelay.shards(), ordered, 100, 50)));
    }

    private static List<UUID> ids(List<EventToDeliver> parked) {
        return parked.stream().map(one -> one.event().id()).toList();
    }

    /// An event of the key `b`, which lies elsewhere.
    static StoredEvent other(StoredEvent one) {
        var other = event("b");
        assertThat(other.shard()).isNotEqualTo(one.shard());
        return other;
    }

    static Map<UUID, Short> delivered(StoredEvent... events) {
        var delivered = new HashMap<UUID, Short>();
        for (var event : events) {
            delivered.put(event.id(), event.shard());
        }
        return delivered;
    }
}
