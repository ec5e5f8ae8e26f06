package dev.onceward.intake.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToIntFunction;

import io.smallrye.mutiny.Uni;

/// Sends one command per bucket, because in a Redis Cluster a command must stay in one slot, and returns the answers in
/// the order of the items.
public final class KeysByBucket {
    private KeysByBucket() {}

    public static <I, O> Uni<List<O>> ask(List<I> items, ToIntFunction<I> bucket, Function<List<I>, Uni<List<O>>> ask) {
        var places = new LinkedHashMap<Integer, List<Integer>>();
        for (var i = 0; i < items.size(); i++) {
            places.computeIfAbsent(bucket.applyAsInt(items.get(i)), _ -> new ArrayList<>()).add(i);
        }
        if (places.size() == 1) {
            return ask.apply(items);
        }
        var groups = List.copyOf(places.values());
        var asked = groups.stream().map(group -> ask.apply(group.stream().map(items::get).toList())).toList();
        return Uni.join().all(asked).andFailFast().map(answers -> inOrder(items.size(), groups, answers));
    }

    private static <O> List<O> inOrder(int size, List<List<Integer>> groups, List<List<O>> answers) {
        var ordered = new ArrayList<O>(Collections.nCopies(size, answers.getFirst().getFirst()));
        for (var g = 0; g < groups.size(); g++) {
            for (var i = 0; i < groups.get(g).size(); i++) {
                ordered.set(groups.get(g).get(i), answers.get(g).get(i));
            }
        }
        return ordered;
    }
}
