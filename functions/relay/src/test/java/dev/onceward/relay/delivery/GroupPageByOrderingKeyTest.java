package dev.onceward.relay.delivery;

import java.util.List;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.log.OrderingKey;

import static org.assertj.core.api.Assertions.assertThat;

class GroupPageByOrderingKeyTest {
    private final Event a1 = SampleDeliveries.event("a", new byte[0]);
    private final Event b1 = SampleDeliveries.event("b", new byte[0]);
    private final Event a2 = SampleDeliveries.event("a", new byte[0]);
    private final Event none = SampleDeliveries.event(null, new byte[0]);

    @Test
    void events_of_one_key_are_one_sequence_in_an_ordered_subscription() {
        var groupByOrderingKey = new GroupPageByOrderingKey(true, Set.<OrderingKey>of()::contains);
        add(groupByOrderingKey, read(a1), read(b1), read(a2), read(none));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(a1, a2), List.of(b1), List.of(none));
    }

    @Test
    void each_event_is_a_sequence_of_its_own_in_an_unordered_subscription() {
        var groupByOrderingKey = new GroupPageByOrderingKey(false, Set.of(new OrderingKey("shop", "a"))::contains);
        add(groupByOrderingKey, read(a1), read(a2));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(a1), List.of(a2));
        assertThat(groupByOrderingKey.behind()).isEmpty();
    }

    @Test
    void events_of_one_key_in_two_ordering_groups_are_two_sequences() {
        var shop = SampleDeliveries.event("a", new byte[0]);
        var library = in("library", shop);
        var shared = in("shop", shop);
        var groupByOrderingKey = new GroupPageByOrderingKey(true, Set.<OrderingKey>of()::contains);
        add(groupByOrderingKey, read(shop), read(library), read(shared));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(shop, shared), List.of(library));
    }

    @Test
    void an_event_of_a_blocked_key_is_not_sent() {
        var groupByOrderingKey = new GroupPageByOrderingKey(true, Set.of(new OrderingKey("shop", "a"))::contains);
        add(groupByOrderingKey, read(a1), read(b1), read(a2));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(b1));
        assertThat(groupByOrderingKey.behind()).extracting(EventToDeliver::event).containsExactly(a1, a2);
    }

    @Test
    void a_due_parked_event_of_a_blocked_key_is_sent_and_a_new_event_of_the_key_is_not() {
        var groupByOrderingKey = new GroupPageByOrderingKey(true, Set.of(new OrderingKey("shop", "a"))::contains);
        add(groupByOrderingKey, EventToDeliver.ofParked((short) 3, a1, 7));
        add(groupByOrderingKey, read(a2));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(a1));
        assertThat(groupByOrderingKey.lines().iterator().next())
                .containsExactly(new EventToDeliver((short) 3, a1, 7, true));
        assertThat(groupByOrderingKey.behind()).containsExactly(new EventToDeliver((short) 5, a2, 0, false));
    }

    @Test
    void a_new_event_follows_the_due_parked_event_of_its_key() {
        var groupByOrderingKey = new GroupPageByOrderingKey(true, Set.<OrderingKey>of()::contains);
        add(groupByOrderingKey, EventToDeliver.ofParked((short) 5, a1, 1));
        add(groupByOrderingKey, read(a2));
        assertThat(events(groupByOrderingKey)).containsExactly(List.of(a1, a2));
    }

    private static Event in(String group, Event event) {
        return new Event(UUID.randomUUID(), event.at(), "other", event.topic(), event.type(), event.ordering(), group,
                event.headers(), event.body(), event.trace());
    }

    private static EventToDeliver read(Event event) {
        return EventToDeliver.ofLog((short) 5, event);
    }

    private static void add(GroupPageByOrderingKey groupByOrderingKey, EventToDeliver... events) {
        List.of(events).forEach(groupByOrderingKey::add);
    }

    private static List<List<Event>> events(GroupPageByOrderingKey groupByOrderingKey) {
        return groupByOrderingKey.lines().stream().map(line -> line.stream().map(EventToDeliver::event).toList())
                .toList();
    }
}
