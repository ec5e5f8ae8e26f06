package dev.onceward.bench;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

import static java.util.stream.Collectors.joining;

/// The table of `./bench relay --horizon`.
record HorizonReport(Duration time, Map<RelayTarget, HorizonFigure> free, Map<RelayTarget, HorizonFigure> held,
        String disk) {

    String markdown() {
        return """
                | to nothing | open transaction | before | after %d min | after, × without one | behind then |
                |---|---|--:|--:|--:|--:|
                """.formatted(time.toMinutes()) + lines()
                + """

                        %s; %s.
                        Drains of a backlog of 100,000 in events/s, before and after %d minutes at 2,000 events/s. A transaction that stays
                        open keeps what is dead from being swept away: an outbox that deletes what it delivered walks past all of it at
                        each look, and the relay past the old versions of its sixteen cursors.

                        """
                        .formatted(MeasuredMachine.size(), disk, time.toMinutes())
                + Requirement.least("with an open transaction the relay drains %s × as fast", kept(RelayTarget.NONE),
                        0.95)
                + "\n";
    }

    private String lines() {
        return Stream.of(RelayTarget.NONE, RelayTarget.SKIP_LOCKED)
                .map(relayTarget -> line(relayTarget, "no", Optional.ofNullable(free.get(relayTarget)),
                        Optional.empty())
                        + line(relayTarget, "yes", Optional.ofNullable(held.get(relayTarget)), kept(relayTarget)))
                .collect(joining());
    }

    private static String line(RelayTarget relayTarget, String open, Optional<HorizonFigure> found,
            Optional<Double> kept) {
        return found.map(figure -> "| `%s` | %s | %,.0f | %,.0f | %s | %,d |%n".formatted(
                relayTarget == RelayTarget.NONE ? "relay" : relayTarget.label(), open, figure.first(), figure.last(),
                kept.map("%.2f"::formatted).orElse(""), figure.behind())).orElse("");
    }

    private Optional<Double> kept(RelayTarget relayTarget) {
        return Optional.ofNullable(held.get(relayTarget)).flatMap(with -> Optional.ofNullable(free.get(relayTarget))
                .map(without -> with.last() / without.last()));
    }
}
