package dev.onceward.log;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import dev.onceward.log.Appended.Known;
import dev.onceward.log.Appended.Refused;
import dev.onceward.log.Appended.Stored;

/// Entries of one batch, some with the same key. Only the first of a key is sent; the others are its copies.
record Copies(List<Entry> entries, Map<Object, Entry> firsts) {

    static Copies among(List<Entry> entries) {
        var firsts = new LinkedHashMap<Object, Entry>();
        entries.forEach(entry -> firsts.putIfAbsent(name(entry), entry));
        return new Copies(entries, firsts);
    }

    List<Entry> toSend() {
        return List.copyOf(firsts.values());
    }

    /// Gives each copy the fate of its first. If that was refused, the copy has to find out for itself.
    ///
    /// @param fates of the firsts; those of the copies are added
    /// @return the copies that have to
    List<Entry> meet(Map<UUID, Appended> fates) {
        var alone = new ArrayList<Entry>();
        for (var copy : copies()) {
            var first = first(copy);
            switch (fates.getOrDefault(first.id(), new Stored(first.receipt()))) {
                case Stored(var receipt) ->
                    fates.put(copy.id(), new Known(receipt, first.fingerprint(), first.kept()));
                case Refused _ -> alone.add(copy);
                case Appended same -> fates.put(copy.id(), same);
            }
        }
        return alone;
    }

    private List<Entry> copies() {
        return firsts.size() == entries.size()
                ? List.of()
                : entries.stream().filter(entry -> !entry.id().equals(first(entry).id())).toList();
    }

    private Entry first(Entry entry) {
        return firsts.getOrDefault(name(entry), entry);
    }

    private static Object name(Entry entry) {
        var key = entry.key();
        return key == null ? entry.id() : key;
    }
}
