package dev.onceward.bench;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

import static java.util.stream.Collectors.joining;

/// The table of `./bench signed`. The median counts: a pause of the machine falls into one half of a round.
record SignedReport(int size, List<SignedFigure> figures, String disk) {

    String markdown() {
        return """
                | body | × unsigned, median of %d | each round | signed/s | unsigned/s |
                |--:|--:|--:|--:|--:|
                | %d KiB | %s | %s | %s | %s |

                %s; %s.
                The same requests to a source with the preset `github` and to an unsigned one, flat out over 64 connections,
                by turns.

                %s
                """
                .formatted(figures.size(), size / 1024, shown("%.2f", SignedFigure::ratio), rounds(),
                        shown("%,.0f", SignedFigure::signed), shown("%,.0f", SignedFigure::unsigned),
                        MeasuredMachine.size(),
                        disk,
                        Requirement.least("signed, " + size / 1024 + " KiB, is %s × unsigned",
                                median(SignedFigure::ratio),
                                0.9));
    }

    private String rounds() {
        return figures.stream().map(figure -> "%.2f".formatted(figure.ratio())).collect(joining(" · "));
    }

    private String shown(String format, ToDoubleFunction<SignedFigure> of) {
        return median(of).map(format::formatted).orElse("–");
    }

    private Optional<Double> median(ToDoubleFunction<SignedFigure> of) {
        var sorted = figures.stream().map(of::applyAsDouble).sorted().toList();
        var upper = sorted.size() / 2;
        return sorted.isEmpty()
                ? Optional.empty()
                : Optional.of((sorted.get(upper) + sorted.get((sorted.size() - 1) / 2)) / 2);
    }
}
