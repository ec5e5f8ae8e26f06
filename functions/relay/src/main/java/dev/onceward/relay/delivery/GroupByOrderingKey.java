package dev.onceward.relay.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

import dev.onceward.relay.window.EventToDeliver;
import dev.onceward.runtime.log.OrderingKey;

/// Puts events in lines: those of one ordering key behind each other where order is kept, all others each for itself.
public final class GroupByOrderingKey {
    private final boolean ordered;
    private final Predicate<OrderingKey> waits;
    private final LinkedHashMap<Object, List<EventToDeliver>> lines = new LinkedHashMap<>();
    private final List<EventToDeliver> behind = new ArrayList<>();

    /// @param waits whether events of an ordering key are parked
    public GroupByOrderingKey(boolean ordered, Predicate<OrderingKey> waits) {
        this.ordered = ordered;
        this.waits = waits;
    }

    /// An event that was parked and is due does not wait: it is what the others of its key wait for.
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

    /// Those that must wait for others of their key.
    public List<EventToDeliver> behind() {
        return behind;
    }
}
