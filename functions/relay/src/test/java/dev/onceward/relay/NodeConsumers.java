package dev.onceward.relay;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.vertx.core.json.JsonObject;

import static java.nio.charset.StandardCharsets.UTF_8;

/// Runs `src/test/consumers` in a copy, with what its lock file names.
final class NodeConsumers {
    private static final Path SOURCE = Path.of("src/test/consumers");
    private static final Path COPY = Path.of("target/consumers");
    private static final int PATIENCE_SECONDS = 120;

    /// Installed once.
    private static final class Consumers {
        static final String INSTALLED = install();
    }

    private NodeConsumers() {}

    static boolean installed() {
        return Stream.of("node", "npm").allMatch(program -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program))));
    }

    /// One event, as the script prints it.
    static JsonObject read(String broker, String address, String name) {
        if (Consumers.INSTALLED.isEmpty()) {
            throw new IllegalStateException("npm did not say what it did.");
        }
        return new JsonObject(run(List.of("node", "read.mjs", broker, address, name)));
    }

    private static String install() {
        try {
            Files.createDirectories(COPY);
            for (var file : List.of("package.json", "package-lock.json", "read.mjs")) {
                Files.copy(SOURCE.resolve(file), COPY.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return run(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
    }

    private static String run(List<String> command) {
        try {
            var errors = COPY.resolve("errors");
            var process = new ProcessBuilder(command).directory(COPY.toFile()).redirectError(errors.toFile()).start();
            var ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!ended || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new AssertionError(command + " failed: " + Files.readString(errors));
            }
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
