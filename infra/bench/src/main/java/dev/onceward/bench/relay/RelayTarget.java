package dev.onceward.bench.relay;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// A program that delivers a backlog: the relay with one of its sinks, or what it is compared with.
///
/// @param name for `--only`
/// @param program the arguments after `java` and its flags, with placeholders for the name of the relay's subscription,
///        its start, and the address of the receiver or of Kafka
record RelayTarget(String name, List<String> program) {
    static final RelayTarget NONE = relay("none", "sink=none:", "ordering=none");
    static final RelayTarget HTTP = relay("http", "sink=%3$s", "allow-private=true", "ordering=none");
    static final RelayTarget SKIP_LOCKED = new RelayTarget("skip-locked",
            List.of("-cp", System.getProperty("java.class.path"), SkipLocked.class.getName()));
    static final RelayTarget GRUELBOX = new RelayTarget("gruelbox",
            List.of("-jar", "infra/bench/gruelbox/target/onceward-gruelbox.jar"));
    static final List<RelayTarget> ALL = List.of(NONE,
            relay("none-key", "sink=none:", "ordering=key"),
            relay("kafka", "sink=kafka:bench", "ordering=none"),
            relay("kafka-key", "sink=kafka:bench", "ordering=key"),
            HTTP,
            relay("http-key", "sink=%3$s", "allow-private=true", "ordering=key"),
            SKIP_LOCKED, GRUELBOX);

    /// @param subscription the settings of the relay's subscription
    private static RelayTarget relay(String name, String... subscription) {
        return new RelayTarget(name, Stream.concat(
                Stream.concat(Arrays.stream(subscription), Stream.of("start=%2$s"))
                        .map(setting -> "-Donceward.subscriptions.%1$s." + setting),
                Stream.of("-Dkafka.bootstrap.servers=%3$s", "-jar",
                        "functions/relay/target/quarkus-app/quarkus-run.jar"))
                .toList());
    }

    boolean isKafka() {
        return name.startsWith("kafka");
    }

    boolean isRelay() {
        return program.getLast().startsWith("functions/relay");
    }

    /// @param subscription a name that is one word
    List<String> program(String subscription, String start, String address) {
        return program.stream().map(word -> word.formatted(subscription, start, address)).toList();
    }
}
