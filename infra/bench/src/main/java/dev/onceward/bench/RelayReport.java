package dev.onceward.bench;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import static java.util.Comparator.comparingDouble;
import static java.util.stream.Collectors.joining;

/// The tables of `./bench relay`, ratios first. Of several rounds the best counts.
record RelayReport(Map<RelayTarget, List<Double>> rates, Map<MeasureDelay, List<Delayed>> delays, String disk) {
    private static final double ENOUGH = 40_000;
    private static final double ENOUGH_TIMES = 4;

    String markdown() {
        return drains() + waits()
                + """

                        %s; %s.
                        Events of 1 KiB and 4,000 ordering keys, a backlog that is drained by one process. `skip-locked` and `gruelbox`
                        deliver to nothing, as `none` does; `-key` keeps the order of each key. Delays are from the commit to an HTTP receiver.

                        """
                        .formatted(MeasuredMachine.size(), disk)
                + bars();
    }

    private String drains() {
        return """
                | to | × skip-locked | × gruelbox | each round | events/s |
                |---|--:|--:|--:|--:|
                """ + rates.keySet().stream().map(this::line).collect(joining());
    }

    private String waits() {
        return delays.isEmpty() ? "" : """

                | events/s | woken over Redis | p50 | p99 | p99.9 | most | p99, each round |
                |--:|---|--:|--:|--:|--:|--:|
                """ + delays.keySet().stream().map(this::line).collect(joining());
    }

    private String line(MeasureDelay measureDelay) {
        var least = least(measureDelay);
        return "| %,d | %s | %.1f ms | %.1f ms | %.1f ms | %.1f ms | %s |%n".formatted(
                measureDelay.rate(), measureDelay.announced() ? "yes" : "no", least.p(50), least.p(99), least.p(99.9),
                least.p(100),
                delays.getOrDefault(measureDelay, List.of()).stream().map(one -> "%.1f".formatted(one.p(99)))
                        .collect(joining(" · ")));
    }

    private Requirement bar(MeasureDelay measureDelay) {
        return Requirement.most("from commit to receiver at %,d/s, %s, p99 is %%s ms".formatted(
                measureDelay.rate(), measureDelay.announced() ? "woken" : "polling"),
                Optional.of(least(measureDelay).p(99)), 50);
    }

    private Delayed least(MeasureDelay measureDelay) {
        return delays.getOrDefault(measureDelay, List.of()).stream().min(comparingDouble(one -> one.p(99)))
                .orElseThrow();
    }

    private String line(RelayTarget relayTarget) {
        return "| `%s` | %s | %s | %s | %s |%n".formatted(relayTarget.label(),
                ratio(relayTarget, RelayTarget.SKIP_LOCKED), ratio(relayTarget, RelayTarget.GRUELBOX),
                rates.getOrDefault(relayTarget, List.of()).stream().map("%,.0f"::formatted).collect(joining(" · ")),
                best(relayTarget).map("%,.0f"::formatted).orElse("–"));
    }

    private String bars() {
        return "%s%n%s%n".formatted(
                Requirement.least("the drain to nothing is %s × what is asked, which is 40,000/s or 4 × skip-locked",
                        asked(), 1),
                Requirement.least("the drain to nothing is %s × gruelbox",
                        times(RelayTarget.NONE, RelayTarget.GRUELBOX), 10))
                + delays.keySet().stream().map(this::bar).map(bar -> bar + "\n").collect(joining());
    }

    /// Either will do.
    private Optional<Double> asked() {
        return best(RelayTarget.NONE).map(rate -> Math.max(rate / ENOUGH,
                times(RelayTarget.NONE, RelayTarget.SKIP_LOCKED).orElse(0.0) / ENOUGH_TIMES));
    }

    private String ratio(RelayTarget relayTarget, RelayTarget yardstick) {
        return times(relayTarget, yardstick).map("%.2f"::formatted).orElse("–");
    }

    private Optional<Double> times(RelayTarget relayTarget, RelayTarget yardstick) {
        return best(yardstick).flatMap(one -> best(relayTarget).map(rate -> rate / one));
    }

    private Optional<Double> best(RelayTarget relayTarget) {
        return rates.getOrDefault(relayTarget, List.of()).stream().max(Double::compare);
    }
}
