package dev.onceward.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

/// The table, ratios first: they say more than rates of somebody else's machine. Of several rounds the best counts.
record Report(Map<TableRow, List<RateFigure>> figures, String disk) {
    private static final String HEAD = """
            | what | body | × floor | × obvious | × empty | each round | sustained/s | p50 | p99 | p99.9 | RSS |
            |---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
            """;

    String markdown() {
        return HEAD + lines() + legend() + bars();
    }

    private String legend() {
        return """

                %s; %s.
                The highest rate sustained in an open loop over 64 connections. Percentiles are of a run at 70 %% of it,
                from the moment a request was meant to leave. Floor, obvious and empty take what `new` sends.

                """.formatted(MeasuredMachine.size(), disk);
    }

    private String lines() {
        return figures.keySet().stream().map(this::line).collect(joining());
    }

    private String line(TableRow tableRow) {
        return "| `%s` | %d KiB | %s | %s | %s | %s | %s |%n".formatted(
                tableRow.name(), tableRow.size() / 1024,
                ratio(tableRow, Target.FLOOR), ratio(tableRow, Target.OBVIOUS), ratio(tableRow, Target.EMPTY),
                rounds(tableRow), best(tableRow).map(Report::measured).orElse("none | – | – | – | –"));
    }

    private static String measured(RateFigure rateFigure) {
        var calm = rateFigure.calm();
        return "%,.0f | %.1f ms | %.1f ms | %.1f ms | %d MiB".formatted(
                rateFigure.rate(), calm.p(50), calm.p(99), calm.p(99.9), rateFigure.rss() >> 20);
    }

    private String rounds(TableRow tableRow) {
        return figures.getOrDefault(tableRow, List.of()).stream()
                .map(rateFigure -> "%,.0f".formatted(rateFigure.rate()))
                .collect(joining(" · "));
    }

    private String bars() {
        return sizes().flatMap(size -> bars(size).stream()).map(bar -> bar + "\n").collect(joining());
    }

    private List<Requirement> bars(int size) {
        var fresh = new TableRow(Target.INTAKE, RequestKind.NEW, size);
        var again = new TableRow(Target.INTAKE, RequestKind.DUPLICATE, size);
        return List.of(
                Requirement.least(fresh + ", is %s × the bare floor", times(fresh, Target.FLOOR), 0.6),
                Requirement.least(fresh + ", is %s × the obvious implementation", times(fresh, Target.OBVIOUS), 2.5),
                Requirement.least(again + ", is %s × the empty endpoint", times(again, Target.EMPTY), 0.5),
                Requirement.most(fresh + ", has a p99 of %s ms at 70 %%",
                        best(fresh).map(rateFigure -> rateFigure.calm().p(99)), 25));
    }

    private Stream<Integer> sizes() {
        return figures.keySet().stream().map(TableRow::size).distinct();
    }

    private String ratio(TableRow tableRow, Target yardstick) {
        return times(tableRow, yardstick).map("%.2f"::formatted).orElse("–");
    }

    private Optional<Double> times(TableRow tableRow, Target yardstick) {
        return best(new TableRow(yardstick, RequestKind.NEW, tableRow.size()))
                .flatMap(one -> best(tableRow).map(rateFigure -> rateFigure.rate() / one.rate()));
    }

    private Optional<RateFigure> best(TableRow tableRow) {
        return figures.getOrDefault(tableRow, List.of()).stream()
                .filter(rateFigure -> rateFigure.rate() > 0)
                .max(comparingDouble(RateFigure::rate));
    }
}
