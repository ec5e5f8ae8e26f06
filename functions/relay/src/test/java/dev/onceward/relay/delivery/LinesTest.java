package dev.onceward.relay.delivery;

import java.util.List;
import java.util.Set;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import dev.onceward.key.OrderingKey;
import dev.onceward.log.Event;
import dev.onceward.parked.Parked;
import dev.onceward.parked.State;
import dev.onceward.relay.testing.Some;
import dev.onceward.window.Placed;

import static org.assertj.core.api.Assertions.assertThat;

class LinesTest {
    private final Event a1 = Some.event("a", new byte[0]);
    private final Event b1 = Some.event("b", new byte[0]);
    private final Event a2 = Some.event("a", new byte[0]);
    private final Event none = Some.event(null, new byte[0]);

    @Test
    void where_order_is_kept_events_of_a_key_stand_behind_each_other() {
        var lines = new Lines(true, Set.<OrderingKey>of()::contains);
        lines.page(List.of(placed(a1), placed(b1), placed(a2), placed(none)));
        assertThat(events(lines)).containsExactly(List.of(a1, a2), List.of(b1), List.of(none));
    }

    @Test
    void where_order_is_not_kept_each_stands_for_itself() {
        var lines = new Lines(false, Set.of(new OrderingKey("shop", "a"))::contains);
        lines.page(List.of(placed(a1), placed(a2)));
        assertThat(events(lines)).containsExactly(List.of(a1), List.of(a2));
        assertThat(lines.behind()).isEmpty();
    }

    @Test
    void events_of_one_key_and_two_groups_stand_for_themselves() {
        var shop = Some.event("a", new byte[0]);
        var library = in("library", shop);
        var shared = in("shop", shop);
        var lines = new Lines(true, Set.<OrderingKey>of()::contains);
        lines.page(List.of(placed(shop), placed(library), placed(shared)));
        assertThat(events(lines)).containsExactly(List.of(shop, shared), List.of(library));
    }

    @Test
    void what_comes_of_a_blocked_key_stands_behind() {
        var lines = new Lines(true, Set.of(new OrderingKey("shop", "a"))::contains);
        lines.page(List.of(placed(a1), placed(b1), placed(a2)));
        assertThat(events(lines)).containsExactly(List.of(b1));
        assertThat(lines.behind()).extracting(Item::event).containsExactly(a1, a2);
    }

    @Test
    void what_is_due_of_a_blocked_key_is_sent_and_what_is_fresh_stays_behind_it() {
        var lines = new Lines(true, Set.of(new OrderingKey("shop", "a"))::contains);
        lines.due(List.of(new Parked((short) 3, State.WAITING, 7, a1)));
        lines.page(List.of(placed(a2)));
        assertThat(events(lines)).containsExactly(List.of(a1));
        assertThat(lines.lines().iterator().next()).containsExactly(new Item((short) 3, a1, 7, true));
        assertThat(lines.behind()).containsExactly(new Item((short) 5, a2, 0, false));
    }

    @Test
    void what_is_fresh_comes_behind_what_is_due_of_its_key() {
        var lines = new Lines(true, Set.<OrderingKey>of()::contains);
        lines.due(List.of(new Parked((short) 5, State.WAITING, 1, a1)));
        lines.page(List.of(placed(a2)));
        assertThat(events(lines)).containsExactly(List.of(a1, a2));
    }

    private static Event in(String group, Event event) {
        return new Event(UUID.randomUUID(), event.at(), "other", event.topic(), event.type(), event.ordering(), group,
                event.headers(), event.body(), event.trace());
    }

    private static Placed placed(Event event) {
        return new Placed(1, 1, (short) 5, event);
    }

    private static List<List<Event>> events(Lines lines) {
        return lines.lines().stream().map(line -> line.stream().map(Item::event).toList()).toList();
    }
}
