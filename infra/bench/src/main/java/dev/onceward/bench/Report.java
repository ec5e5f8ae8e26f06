package dev.onceward.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

/// The table, ratios first: they say more than rates of somebody else's machine. Of several rounds the best counts.
record Report(Map<Cell, List<Figure>> figures, String disk) {
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

                """.formatted(Machine.size(), disk);
    }

    private String lines() {
        return figures.keySet().stream().map(this::line).collect(joining());
    }

    private String line(Cell cell) {
        return "| `%s` | %d KiB | %s | %s | %s | %s | %s |%n".formatted(
                cell.name(), cell.size() / 1024,
                ratio(cell, Target.FLOOR), ratio(cell, Target.OBVIOUS), ratio(cell, Target.EMPTY),
                rounds(cell), best(cell).map(Report::measured).orElse("none | – | – | – | –"));
    }

    private static String measured(Figure figure) {
        var calm = figure.calm();
        return "%,.0f | %.1f ms | %.1f ms | %.1f ms | %d MiB".formatted(
                figure.rate(), calm.p(50), calm.p(99), calm.p(99.9), figure.rss() >> 20);
    }

    private String rounds(Cell cell) {
        return figures.getOrDefault(cell, List.of()).stream()
                .map(figure -> "%,.0f".formatted(figure.rate()))
                .collect(joining(" · "));
    }

    private String bars() {
        return sizes().flatMap(size -> bars(size).stream()).map(bar -> bar + "\n").collect(joining());
    }

    private List<Bar> bars(int size) {
        var fresh = new Cell(Target.INTAKE, Mix.NEW, size);
        var again = new Cell(Target.INTAKE, Mix.DUPLICATE, size);
        return List.of(
                Bar.least(fresh + ", is %s × the bare floor", times(fresh, Target.FLOOR), 0.6),
                Bar.least(fresh + ", is %s × the obvious implementation", times(fresh, Target.OBVIOUS), 2.5),
                Bar.least(again + ", is %s × the empty endpoint", times(again, Target.EMPTY), 0.5),
                Bar.most(fresh + ", has a p99 of %s ms at 70 %%", best(fresh).map(figure -> figure.calm().p(99)), 25));
    }

    private Stream<Integer> sizes() {
        return figures.keySet().stream().map(Cell::size).distinct();
    }

    private String ratio(Cell cell, Target yardstick) {
        return times(cell, yardstick).map("%.2f"::formatted).orElse("–");
    }

    private Optional<Double> times(Cell cell, Target yardstick) {
        return best(new Cell(yardstick, Mix.NEW, cell.size()))
                .flatMap(one -> best(cell).map(figure -> figure.rate() / one.rate()));
    }

    private Optional<Figure> best(Cell cell) {
        return figures.getOrDefault(cell, List.of()).stream()
                .filter(figure -> figure.rate() > 0)
                .max(comparingDouble(Figure::rate));
    }
}
