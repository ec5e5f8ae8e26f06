package dev.onceward.log;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;

import io.smallrye.mutiny.Uni;

import dev.onceward.key.Key;
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
    private final Reach reach = new Reach();

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
        var copies = Copies.among(entries);
        return settle(copies.toSend(), ROUNDS)
                .onItem().transformToUni(fates -> alone(copies.meet(fates), fates));
    }

    private Uni<Map<UUID, Appended>> alone(List<Entry> entries, Map<UUID, Appended> fates) {
        return entries.isEmpty() ? Uni.createFrom().item(fates) : fates(entries).map(more -> merge(fates, more));
    }

    private Uni<Map<UUID, Appended>> settle(List<Entry> entries, int rounds) {
        return store.insert(entries)
                .onItem().invoke(reach::found)
                .onItemOrFailure().transformToUni((met, failure) -> failure == null
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
            case Outage(var why) -> {
                reach.lost(why);
                yield Uni.createFrom().item(each(entries, new Unavailable(why)));
            }
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
