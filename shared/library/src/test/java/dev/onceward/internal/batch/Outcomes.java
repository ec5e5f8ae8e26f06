package dev.onceward.internal.batch;

import java.util.ArrayList;
import java.util.List;

import io.smallrye.mutiny.Uni;

/// What became of the items, in the order in which it was told; `item: failure` for what failed.
final class Outcomes {
    final List<String> told = new ArrayList<>();
    private final Batcher<String, String> batcher;

    Outcomes(Batcher<String, String> batcher) {
        this.batcher = batcher;
    }

    void add(String... items) {
        for (var item : items) {
            watch(item, batcher.add(item));
        }
    }

    private void watch(String item, Uni<String> outcome) {
        var _ = outcome.subscribe().with(told::add, failure -> told.add(item + ": " + failure.getMessage()));
    }
}
