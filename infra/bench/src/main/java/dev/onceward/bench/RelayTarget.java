package dev.onceward.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// What carries a backlog away: the relay to its sinks, and what it is held against.
enum RelayTarget {
    NONE("none:", "none"),
    NONE_KEY("none:", "key"),
    KAFKA("kafka:bench", "none"),
    KAFKA_KEY("kafka:bench", "key"),
    HTTP("http", "none"),
    HTTP_KEY("http", "key"),
    SKIP_LOCKED,
    GRUELBOX;

    private static final Path RELAY = Path.of("functions/relay/target/quarkus-app/quarkus-run.jar");
    private static final Path OUTBOX = Path.of("infra/bench/gruelbox/target/onceward-gruelbox.jar");

    private final String sink;
    private final String ordering;

    RelayTarget() {
        this("", "");
    }

    RelayTarget(String sink, String ordering) {
        this.sink = sink;
        this.ordering = ordering;
    }

    /// What `--only` calls it.
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// A name that is one word.
    String subscription() {
        return name().toLowerCase(Locale.ROOT).replace("_", "");
    }

    boolean toKafka() {
        return sink.startsWith("kafka:");
    }

    boolean isRelay() {
        return !sink.isEmpty();
    }

    /// Whether it is there to be started.
    boolean built() {
        return switch (this) {
            case SKIP_LOCKED -> true;
            case GRUELBOX -> Files.exists(OUTBOX);
            default -> Files.exists(RELAY);
        };
    }

    /// What stands behind `java` and its flags.
    ///
    /// @param start where a subscription of this name begins
    /// @param receiver where HTTP goes
    List<String> program(String subscription, String start, String receiver) {
        var prefix = "-Donceward.subscriptions." + subscription + ".";
        return switch (this) {
            case SKIP_LOCKED -> List.of("-cp", System.getProperty("java.class.path"), SkipLocked.class.getName());
            case GRUELBOX -> List.of("-jar", OUTBOX.toString());
            default -> Stream.concat(sink(prefix, receiver), Stream.of(
                    prefix + "ordering=" + ordering,
                    prefix + "start=" + start,
                    "-jar", RELAY.toString())).toList();
        };
    }

    /// Only HTTP has addresses that can be private, and the relay refuses the setting for any other sink.
    private Stream<String> sink(String prefix, String receiver) {
        return sink.equals("http")
                ? Stream.of(prefix + "sink=" + receiver, prefix + "allow-private=true")
                : Stream.of(prefix + "sink=" + sink);
    }
}
