package dev.onceward.bench.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the command line.
///
/// @param line the command and its flags
public record Options(String line) {
    public static final String USAGE = """
            usage: ./bench [intake] [--quick] [--only NAMES] [--seconds N] [--size 1k|16k] [--profile] [--smoke]
                   ./bench signed [--quick] [--seconds N] [--size 1k|16k] [--profile] [--smoke]
                   ./bench relay [--quick] [--only NAMES] [--profile] [--smoke]
                   ./bench relay --horizon [--smoke]
                   ./bench guard [--quick] [--only NAMES] [--seconds N] [--profile] [--smoke]
                   ./bench inbox [--quick] [--only NAMES] [--profile] [--smoke]
                   ./bench growth [--quick] [--seconds N] [--smoke]
                   ./bench start [--smoke]
              --quick      fewer and shorter rounds, only with bodies of 1 KiB
              --only       of intake: new,duplicate,mixed,floor,hibernate,empty
                           of guard: unguarded,guard,guard-redis,guard-postgres,transaction,obvious,dbos
                           of inbox: single,inbox-single,batch,inbox-batch
                           of relay: none,none-key,kafka,kafka-key,http,http-key,skip-locked,gruelbox,delay
              --seconds    the length of one step, 3 by default
              --size       one size of bodies instead of both
              --profile    flight recordings of the targets, in infra/bench/target/runs
              --smoke      shows in a few seconds that it runs; the figures say nothing""";
    private static final String STEPS = "quick|profile|smoke|seconds [1-9][0-9]?|size (1|16)k";
    private static final String GUARD = "quick|profile|smoke|seconds [1-9][0-9]?"
            + "|only (,?(unguarded|guard(-redis|-postgres)?|transaction|obvious|dbos)\\b)+";
    private static final List<String> COMMANDS = List.of(
            "intake( --(" + STEPS + "|only (,?(new|duplicate|mixed|floor|hibernate|empty)\\b)+))*",
            "signed( --(" + STEPS + "))*",
            "relay( --(quick|profile|smoke|only (,?((none|kafka|http)(-key)?|skip-locked|gruelbox|delay)\\b)+))*",
            "relay --horizon( --smoke)?",
            "guard( --(" + GUARD + "))*",
            "inbox( --(quick|profile|smoke|only (,?(inbox-)?(single|batch)\\b)+))*",
            "growth( --(quick|smoke|seconds [1-9][0-9]?))*",
            "start( --smoke)?");

    public static Options of(String... words) {
        var line = String.join(" ", words);
        return new Options(line.isEmpty() || line.startsWith("--") ? ("intake " + line).strip() : line);
    }

    /// Whether the line matches the usage.
    public boolean isRight() {
        return COMMANDS.stream().anyMatch(line::matches);
    }

    public String command() {
        return has("--horizon") ? "horizon" : line.replaceFirst(" .*", "");
    }

    public boolean has(String flag) {
        return line.contains(flag);
    }

    /// Whether something of this name is measured.
    public boolean wants(String name) {
        return value("--only").map(names -> ("," + names + ",").contains("," + name + ",")).orElse(true);
    }

    public <T> T choose(T smoke, T quick, T whole) {
        return has("--smoke") ? smoke : has("--quick") ? quick : whole;
    }

    /// The length of one step.
    public Duration step() {
        var seconds = value("--seconds").map(Integer::valueOf).orElse(choose(1, 1, 3));
        return has("--smoke") ? Duration.ofMillis(200) : Duration.ofSeconds(seconds);
    }

    /// The sizes of bodies in KiB.
    public List<Integer> sizes() {
        return value("--size").map(size -> List.of(Integer.valueOf(size.replace("k", ""))))
                .orElse(choose(List.of(1), List.of(1), List.of(1, 16)));
    }

    private Optional<String> value(String flag) {
        return Pattern.compile(flag + " (\\S+)").matcher(line).results().map(found -> found.group(1)).findFirst();
    }
}
