package dev.onceward.relay;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

import dev.onceward.parked.Parked;
import dev.onceward.window.Placed;

/// Puts events in lines: those of one ordering key behind each other where order is kept, all others each for itself.
final class Lines {
    private final boolean ordered;
    private final Set<String> blocked;
    private final LinkedHashMap<Object, List<Item>> lines = new LinkedHashMap<>();
    private final List<Item> behind = new ArrayList<>();

    /// @param blocked the ordering keys that have parked events
    Lines(boolean ordered, Set<String> blocked) {
        this.ordered = ordered;
        this.blocked = blocked;
    }

    void due(List<Parked> parked) {
        parked.forEach(one -> put(new Item(one.shard(), one.event(), one.attempts(), true)));
    }

    void page(List<Placed> placed) {
        placed.forEach(one -> fresh(new Item(one.shard(), one.event(), 0, false)));
    }

    Collection<List<Item>> lines() {
        return lines.values();
    }

    /// Those that must wait for others of their key.
    List<Item> behind() {
        return behind;
    }

    private void fresh(Item item) {
        var key = item.event().ordering();
        if (ordered && key != null && blocked.contains(key)) {
            behind.add(item);
        } else {
            put(item);
        }
    }

    private void put(Item item) {
        var key = item.event().ordering();
        lines.computeIfAbsent(ordered && key != null ? key : item.event().id(), _ -> new ArrayList<>()).add(item);
    }
}
