package dev.onceward.internal.guard.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;

import dev.onceward.internal.guard.model.InterleavedStep.Action;

import static java.util.stream.Collectors.joining;

/// Steps of the calls of one key, in an order.
///
/// @param hold whether the operation holds abandoned keys
record Interleaving(long seed, boolean hold, List<InterleavedStep> steps) {
    static final int CALLS = 3;
    private static final int STEPS = 30;
    /// Those that are here more than once are chosen more often.
    private static final List<Action> CHOICES = Stream.concat(Stream.of(Action.values()), Stream.of(Action.CLAIM,
            Action.CLAIM, Action.CLAIM, Action.GO_ON, Action.GO_ON, Action.GO_ON, Action.GO_ON, Action.KEEP,
            Action.RENEW, Action.END_LEASE, Action.END_LEASE)).toList();

    static Interleaving random(long seed) {
        // The first numbers of neighbouring seeds are alike.
        var random = new Random(seed * 0x9E3779B97F4A7C15L);
        var steps = Stream.generate(
                () -> new InterleavedStep(random.nextInt(CALLS), CHOICES.get(random.nextInt(CHOICES.size()))));
        return new Interleaving(seed, random.nextBoolean(), steps.limit(STEPS).toList());
    }

    /// Leaves out each step without which it still deviates.
    Interleaving shortest(Function<Interleaving, Optional<String>> deviation) {
        var shortest = this;
        for (var i = steps.size() - 1; i >= 0; i--) {
            var shorter = shortest.without(i);
            shortest = deviation.apply(shorter).isPresent() ? shorter : shortest;
        }
        return shortest;
    }

    private Interleaving without(int index) {
        var rest = new ArrayList<>(steps);
        var _ = rest.remove(index);
        return new Interleaving(seed, hold, List.copyOf(rest));
    }

    @Override
    public String toString() {
        return "seed=%d hold=%s%n".formatted(seed, hold)
                + steps.stream().map(step -> "  " + step).collect(joining(System.lineSeparator()));
    }
}
