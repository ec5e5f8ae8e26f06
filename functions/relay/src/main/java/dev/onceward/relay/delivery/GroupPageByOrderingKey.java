package dev.onceward.relay.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Puts the events of a page into queues. In an ordered subscription, events with the same ordering key share a queue;
/// every other event has a queue of its own.
public final class GroupPageByOrderingKey {
    private final boolean ordered;
    private final Predicate<OrderingKey> waits;
    private final LinkedHashMap<Object, List<EventToDeliver>> lines = new LinkedHashMap<>();
    private final List<EventToDeliver> behind = new ArrayList<>();

    /// @param waits whether an ordering key has parked events
    public GroupPageByOrderingKey(boolean ordered, Predicate<OrderingKey> waits) {
        this.ordered = ordered;
        this.waits = waits;
    }

    /// A parked event that is due does not wait, because the other events of its key wait for it.
    public void add(EventToDeliver eventToDeliver) {
        var key = eventToDeliver.event().orderingKey();
        if (ordered && key != null && !eventToDeliver.isParked() && waits.test(key)) {
            behind.add(eventToDeliver);
        } else {
            lines.computeIfAbsent(ordered && key != null ? key : eventToDeliver.event().id(), _ -> new ArrayList<>())
                    .add(eventToDeliver);
        }
    }

    public Collection<List<EventToDeliver>> lines() {
        return lines.values();
    }

    /// The events that must wait for parked events of their key.
    public List<EventToDeliver> behind() {
        return behind;
    }
}
