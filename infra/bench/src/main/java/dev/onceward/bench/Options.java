package dev.onceward.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/// How much is measured.
///
/// @param seconds of one step
/// @param only the names of what is measured, everything if there are none
/// @param profile whether targets record with the flight recorder
/// @param smoke whether it is only shown that everything runs, in a few seconds: the figures say nothing then
record Options(int rounds, int seconds, Set<String> only, List<Integer> sizes, boolean profile, boolean smoke) {
    static final String USAGE = """
            usage: ./bench start [--smoke]    how fast a process of intake is there
                   ./bench [intake] [--quick] [--only NAMES] [--seconds N] [--size 1k|16k] [--profile] [--smoke]
              --quick      one round of short steps with 1 KiB bodies
              --only       of new,duplicate,mixed,floor,obvious,empty
              --seconds    the length of one step, 3 by default; with 3, nothing is begun after 9.5 minutes
              --size       one size of bodies instead of both
              --profile    flight recordings of the targets, in infra/bench/target/runs
              --smoke      shows in a few seconds that it runs; the figures say nothing
                   ./bench signed [--quick] [--seconds N] [--size 1k|16k] [--profile] [--smoke]    what verification costs
              --quick      half as many rounds of short steps
                   ./bench relay [--quick] [--only NAMES] [--profile] [--smoke]
              --quick      one short round
              --only       of none,none-key,kafka,kafka-key,http,http-key,skip-locked,gruelbox,delay
                   ./bench relay --horizon [--minutes N] [--smoke]    what a transaction costs that stays open, 10 minutes by default""";

    private static final Set<String> NAMES = Set.of("new", "duplicate", "mixed", "floor", "obvious", "empty");

    static Options parse(List<String> words) {
        var options = new Options(2, 3, Set.of(), List.of(1024, 16 * 1024), false, false);
        for (var rest = new ArrayList<>(words); !rest.isEmpty();) {
            options = switch (rest.removeFirst()) {
                case "--quick" -> new Options(1, 1, options.only, List.of(1024), options.profile, options.smoke);
                case "--smoke" -> new Options(1, 1, options.only, List.of(1024), options.profile, true);
                case "--only" -> options.only(value(rest));
                case "--seconds" -> options.seconds(value(rest));
                case "--size" -> options.size(value(rest));
                case "--profile" ->
                    new Options(options.rounds, options.seconds, options.only, options.sizes, true, options.smoke);
                default -> throw new IllegalArgumentException(USAGE);
            };
        }
        return options;
    }

    /// The length of one step.
    Duration step() {
        return smoke ? Duration.ofMillis(200) : Duration.ofSeconds(seconds);
    }

    boolean wants(TableRow tableRow) {
        return only.isEmpty() || only.contains(tableRow.name());
    }

    private Options only(String names) {
        var wanted = Set.copyOf(Arrays.asList(names.split(",")));
        if (!NAMES.containsAll(wanted)) {
            throw new IllegalArgumentException(USAGE);
        }
        return new Options(rounds, seconds, wanted, sizes, profile, smoke);
    }

    private Options seconds(String number) {
        if (!number.matches("[1-9]\\d?")) {
            throw new IllegalArgumentException(USAGE);
        }
        return new Options(rounds, Integer.parseInt(number), only, sizes, profile, smoke);
    }

    private Options size(String size) {
        return switch (size) {
            case "1k" -> new Options(rounds, seconds, only, List.of(1024), profile, smoke);
            case "16k" -> new Options(rounds, seconds, only, List.of(16 * 1024), profile, smoke);
            default -> throw new IllegalArgumentException(USAGE);
        };
    }

    static String value(List<String> rest) {
        if (rest.isEmpty()) {
            throw new IllegalArgumentException(USAGE);
        }
        return rest.removeFirst();
    }
}
