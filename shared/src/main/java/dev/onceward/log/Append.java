package dev.onceward.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;

import dev.onceward.key.Key;
import dev.onceward.log.Appended.Known;
import dev.onceward.log.Appended.Refused;
import dev.onceward.log.Appended.Stored;
import dev.onceward.log.Appended.Unavailable;
import dev.onceward.log.Met.Expired;
import dev.onceward.log.Met.Holder;
import dev.onceward.log.Met.Unseen;
import dev.onceward.postgres.Trouble;
import dev.onceward.postgres.Trouble.BadData;
import dev.onceward.postgres.Trouble.Conflict;
import dev.onceward.postgres.Trouble.Outage;

/// Carries a batch to the end: every entry gets its fate, and one that cannot be stored takes no other with it.
final class Append {
    private static final int ROUNDS = 5;

    private final EventStore store;
    private final IntConsumer sizes;

    /// @param sizes is told the size of every batch
    Append(EventStore store, IntConsumer sizes) {
        this.store = store;
        this.sizes = sizes;
    }

    Uni<List<Appended>> all(List<Entry> entries) {
        sizes.accept(entries.size());
        return fates(entries).map(fates -> entries.stream().map(entry -> fate(entry, fates)).toList());
    }

    private static Appended fate(Entry entry, Map<UUID, Appended> fates) {
        return fates.getOrDefault(entry.id(), new Stored(entry.receipt()));
    }

    /// The fates of those that were not simply stored.
    private Uni<Map<UUID, Appended>> fates(List<Entry> entries) {
        var firsts = firsts(entries);
        return settle(List.copyOf(firsts.values()), ROUNDS)
                .onItem().transformToUni(fates -> copies(entries, firsts, fates));
    }

    /// A copy meets what its first became. If that was refused, the copy has to find out for itself.
    private Uni<Map<UUID, Appended>> copies(List<Entry> entries, Map<Object, Entry> firsts, Map<UUID, Appended> fates) {
        var alone = new ArrayList<Entry>();
        for (var entry : firsts.size() == entries.size() ? List.<Entry>of() : entries) {
            var first = firsts.getOrDefault(name(entry), entry);
            switch (fate(first, fates)) {
                case Appended _ when entry.id().equals(first.id()) -> {
                }
                case Stored(var receipt) ->
                    fates.put(entry.id(), new Known(receipt, first.fingerprint(), first.kept()));
                case Refused _ -> alone.add(entry);
                case Appended same -> fates.put(entry.id(), same);
            }
        }
        return alone.isEmpty() ? Uni.createFrom().item(fates) : fates(alone).map(more -> merge(fates, more));
    }

    /// Of entries with one key only the first is sent: the others are its copies, and will meet it.
    private static Map<Object, Entry> firsts(List<Entry> entries) {
        var firsts = new LinkedHashMap<Object, Entry>();
        entries.forEach(entry -> firsts.putIfAbsent(name(entry), entry));
        return firsts;
    }

    private static Object name(Entry entry) {
        var key = entry.key();
        return key == null ? entry.id() : key;
    }

    private Uni<Map<UUID, Appended>> settle(List<Entry> entries, int rounds) {
        return store.insert(entries).onItemOrFailure().transformToUni((met, failure) -> failure == null
                ? judge(entries, met, rounds)
                : recover(entries, Trouble.of(failure), rounds));
    }

    private Uni<Map<UUID, Appended>> judge(List<Entry> entries, Map<UUID, Met> met, int rounds) {
        var fates = new HashMap<UUID, Appended>();
        var again = new ArrayList<Entry>();
        var expired = new ArrayList<Key>();
        for (var entry : met.isEmpty() ? List.<Entry>of() : entries) {
            switch (met.get(entry.id())) {
                case null -> {
                }
                case Holder(var known) -> fates.put(entry.id(), known);
                case Unseen _ -> again.add(entry);
                case Expired(var key) -> {
                    again.add(entry);
                    expired.add(key);
                }
            }
        }
        return again.isEmpty()
                ? Uni.createFrom().item(fates)
                : again(again, expired, rounds).map(more -> merge(fates, more));
    }

    /// What raced with a commit after our snapshot, and what met a key that is no longer kept, is asked again.
    private Uni<Map<UUID, Appended>> again(List<Entry> entries, List<Key> expired, int rounds) {
        if (rounds == 0) {
            return Uni.createFrom().item(each(entries, new Unavailable("lost every race for the key")));
        }
        return expired.isEmpty()
                ? settle(entries, rounds - 1)
                : store.forget(expired).onItemOrFailure().transformToUni((_, failure) -> failure == null
                        ? settle(entries, rounds - 1)
                        : recover(entries, Trouble.of(failure), rounds));
    }

    private Uni<Map<UUID, Appended>> recover(List<Entry> entries, Trouble trouble, int rounds) {
        return switch (trouble) {
            case BadData(var why) when entries.size() == 1 ->
                Uni.createFrom().item(each(entries, new Refused("PostgreSQL does not take it (" + why + ")")));
            case BadData _ -> halves(entries, rounds);
            case Conflict _ when rounds > 0 -> settle(entries, rounds - 1);
            case Conflict(var why) -> Uni.createFrom().item(each(entries, new Unavailable(why)));
            case Outage(var why) -> Uni.createFrom().item(each(entries, new Unavailable(why)));
        };
    }

    private Uni<Map<UUID, Appended>> halves(List<Entry> entries, int rounds) {
        var middle = entries.size() / 2;
        return settle(entries.subList(0, middle), rounds)
                .onItem().transformToUni(left -> settle(entries.subList(middle, entries.size()), rounds)
                        .map(right -> merge(left, right)));
    }

    private static Map<UUID, Appended> each(List<Entry> entries, Appended fate) {
        var fates = new HashMap<UUID, Appended>();
        entries.forEach(entry -> fates.put(entry.id(), fate));
        return fates;
    }

    private static Map<UUID, Appended> merge(Map<UUID, Appended> left, Map<UUID, Appended> right) {
        var both = new HashMap<>(left);
        both.putAll(right);
        return both;
    }
}
