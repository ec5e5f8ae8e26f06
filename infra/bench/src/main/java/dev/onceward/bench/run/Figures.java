package dev.onceward.bench.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

/// The figures of all rounds, by what was measured and by their own names. A figure that was not measured is not a
/// number.
public final class Figures {
    private final String rank;
    private final Map<String, List<Map<String, Double>>> rounds = new LinkedHashMap<>();

    /// @param rank the name of the figure that is highest in the best round
    public Figures(String rank) {
        this.rank = rank;
    }

    public void add(String what, Map<String, Double> figures) {
        rounds.computeIfAbsent(what, _ -> new ArrayList<>()).add(figures);
    }

    public Collection<String> measured() {
        return rounds.keySet();
    }

    /// Returns the best of several rounds, because a shared machine has fast and slow minutes.
    public double best(String what, String figure) {
        return rounds(what, rank).filter(round -> figure(round, rank) > 0)
                .max(comparingDouble(round -> figure(round, rank)))
                .map(round -> figure(round, figure)).orElse(Double.NaN);
    }

    public double ratio(String what, String reference) {
        return best(what, rank) / best(reference, rank);
    }

    public double median(String what, String figure) {
        var sorted = rounds(what, figure).mapToDouble(round -> figure(round, figure)).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
    }

    public String each(String format, String what, String figure) {
        return rounds(what, figure).map(round -> format.formatted(figure(round, figure))).collect(joining(" · "));
    }

    /// Returns the rounds that have this figure.
    private Stream<Map<String, Double>> rounds(String what, String figure) {
        return rounds.getOrDefault(what, List.of()).stream().filter(round -> round.containsKey(figure));
    }

    private static double figure(Map<String, Double> round, String figure) {
        return round.getOrDefault(figure, Double.NaN);
    }
}
