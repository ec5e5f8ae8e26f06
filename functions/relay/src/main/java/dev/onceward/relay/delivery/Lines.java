package dev.onceward.relay.delivery;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Predicate;

import dev.onceward.key.OrderingKey;
import dev.onceward.parked.Parked;
import dev.onceward.window.Placed;

/// Puts events in lines: those of one ordering key behind each other where order is kept, all others each for itself.
public final class Lines {
    private final boolean ordered;
    private final Predicate<OrderingKey> waits;
    private final LinkedHashMap<Object, List<Item>> lines = new LinkedHashMap<>();
    private final List<Item> behind = new ArrayList<>();

    /// @param waits whether events of an ordering key are parked
    public Lines(boolean ordered, Predicate<OrderingKey> waits) {
        this.ordered = ordered;
        this.waits = waits;
    }

    public void due(List<Parked> parked) {
        parked.forEach(one -> put(new Item(one.shard(), one.event(), one.attempts(), true)));
    }

    public void page(List<Placed> placed) {
        placed.forEach(one -> fresh(new Item(one.shard(), one.event(), 0, false)));
    }

    public Collection<List<Item>> lines() {
        return lines.values();
    }

    /// Those that must wait for others of their key.
    public List<Item> behind() {
        return behind;
    }

    private void fresh(Item item) {
        var key = item.event().orderingKey();
        if (ordered && key != null && waits.test(key)) {
            behind.add(item);
        } else {
            put(item);
        }
    }

    private void put(Item item) {
        var key = item.event().orderingKey();
        lines.computeIfAbsent(ordered && key != null ? key : item.event().id(), _ -> new ArrayList<>()).add(item);
    }
}
