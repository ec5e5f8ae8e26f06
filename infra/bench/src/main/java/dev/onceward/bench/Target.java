package dev.onceward.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// What is measured: ours, and what we hold it against.
enum Target {
    INTAKE("intake", "/hooks/bench", "functions/intake"),
    FLOOR("the bare floor", "/hooks/bench", ""),
    OBVIOUS("the obvious implementation", "/obvious/bench", "infra/bench/yardsticks"),
    EMPTY("an empty Quarkus endpoint", "/empty", "infra/bench/yardsticks");

    private final String title;
    private final String path;
    private final String module;

    Target(String title, String path, String module) {
        this.title = title;
        this.path = path;
        this.module = module;
    }

    String title() {
        return title;
    }

    String path() {
        return path;
    }

    /// A yardstick never saw anything before.
    List<RequestKind> mixes() {
        return this == INTAKE ? List.of(RequestKind.values()) : List.of(RequestKind.NEW);
    }

    /// Whether it is there to be started.
    boolean built() {
        return module.isEmpty() || Files.exists(jar());
    }

    /// What stands behind `java` and its flags.
    List<String> program() {
        return module.isEmpty()
                ? List.of("-cp", System.getProperty("java.class.path"), BareServer.class.getName())
                : List.of("-jar", jar().toString());
    }

    /// Only intake says whether an answer is the first one or a replay.
    boolean tellsReplays() {
        return this == INTAKE;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    private Path jar() {
        return Path.of(module, "target/quarkus-app/quarkus-run.jar");
    }
}
