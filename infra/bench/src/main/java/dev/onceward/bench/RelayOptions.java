package dev.onceward.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// How much `./bench relay` measures.
///
/// @param only the names of what is measured, everything if there are none
/// @param horizon whether the held horizon is measured, and nothing else
/// @param minutes how long it is held
/// @param smoke whether it is only shown that everything runs, in a few seconds: the figures say nothing then
record RelayOptions(boolean quick, Set<String> only, boolean profile, boolean horizon, int minutes, boolean smoke) {
    private static final String DELAY = "delay";
    private static final Set<String> NAMES = Stream.concat(
            Arrays.stream(RelayTarget.values()).map(RelayTarget::label), Stream.of(DELAY)).collect(Collectors.toSet());

    static RelayOptions parse(List<String> words) {
        var options = new RelayOptions(false, Set.of(), false, false, 10, false);
        for (var rest = new ArrayList<>(words); !rest.isEmpty();) {
            options = switch (rest.removeFirst()) {
                case "--quick" ->
                    new RelayOptions(true, options.only, options.profile, options.horizon, options.minutes,
                            options.smoke);
                case "--smoke" ->
                    new RelayOptions(true, options.only, options.profile, options.horizon, options.minutes, true);
                case "--only" -> options.only(Options.value(rest));
                case "--profile" ->
                    new RelayOptions(options.quick, options.only, true, options.horizon, options.minutes,
                            options.smoke);
                case "--horizon" ->
                    new RelayOptions(options.quick, options.only, options.profile, true, options.minutes,
                            options.smoke);
                case "--minutes" -> options.minutes(Options.value(rest));
                default -> throw new IllegalArgumentException(Options.USAGE);
            };
        }
        return options;
    }

    boolean wants(RelayTarget relayTarget) {
        return only.isEmpty() || only.contains(relayTarget.label());
    }

    /// With and without what wakes the relay. A rare event is where that shows most.
    List<MeasureDelay> delays() {
        if (!only.isEmpty() && !only.contains(DELAY)) {
            return List.of();
        }
        return quick
                ? List.of(new MeasureDelay(1000, true), new MeasureDelay(1000, false))
                : List.of(new MeasureDelay(1000, true), new MeasureDelay(1000, false), new MeasureDelay(10, true),
                        new MeasureDelay(10, false));
    }

    int rounds() {
        return quick ? 1 : 2;
    }

    /// How many events are drained.
    int events() {
        return smoke ? 5_000 : quick ? 400_000 : 1_000_000;
    }

    /// As many as gruelbox needs for the time it is watched.
    int eventsForGruelbox() {
        return smoke ? 1_000 : 60_000;
    }

    /// How long a transaction is held.
    Duration held() {
        return smoke ? Duration.ofSeconds(2) : Duration.ofMinutes(minutes);
    }

    /// How many events are drained before and after, and how often.
    int backlog() {
        return smoke ? 5_000 : 100_000;
    }

    int drains() {
        return smoke ? 1 : 5;
    }

    /// How long a JVM gets to compile what it runs.
    Duration warm() {
        return Duration.ofSeconds(smoke ? 0 : quick ? 2 : 4);
    }

    /// How long is watched, unless the end comes before, as it does in a smoke run. A relay may write its cursors once a second
    /// only, and its progress is seen by them.
    Duration time() {
        return Duration.ofSeconds(smoke ? 30 : quick ? 4 : 10);
    }

    /// How long events are sent to see how soon they arrive.
    Duration delayTime() {
        return Duration.ofSeconds(smoke ? 2 : quick ? 8 : 20);
    }

    private RelayOptions only(String names) {
        var wanted = Set.copyOf(Arrays.asList(names.split(",")));
        if (!NAMES.containsAll(wanted)) {
            throw new IllegalArgumentException(Options.USAGE);
        }
        return new RelayOptions(quick, wanted, profile, horizon, minutes, smoke);
    }

    private RelayOptions minutes(String number) {
        if (!number.matches("[1-9]\\d?")) {
            throw new IllegalArgumentException(Options.USAGE);
        }
        return new RelayOptions(quick, only, profile, horizon, Integer.parseInt(number), smoke);
    }
}
