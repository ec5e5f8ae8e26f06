package dev.onceward.internal.batch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;

/// A store that answers a flush when the test says so. Each outcome is the item with `!` behind it.
final class HeldFlush implements Function<List<String>, Uni<List<String>>> {
    final List<List<String>> batches = new CopyOnWriteArrayList<>();
    private final List<UniEmitter<? super List<String>>> answers = new ArrayList<>();

    @Override
    public Uni<List<String>> apply(List<String> items) {
        batches.add(items);
        return Uni.createFrom().emitter(answers::add);
    }

    void succeed(int flight) {
        answers.get(flight).complete(batches.get(flight).stream().map(item -> item + "!").toList());
    }

    void fail(int flight) {
        answers.get(flight).fail(new IllegalStateException("flight " + flight));
    }
}
