package dev.onceward.intake;

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
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Runs `src/test/senders` in a copy, with what its lock file names.
final class Senders {
    private static final Path SOURCE = Path.of("src/test/senders");
    private static final Path COPY = Path.of("target/senders");
    private static final int PATIENCE_SECONDS = 120;

    /// Installed once.
    private static final class Libraries {
        static final String INSTALLED = install();
    }

    private Senders() {}

    /// Without npm its tests are skipped, but not in CI, where nobody would see it.
    static void areNeeded() {
        var installed = Stream.of("node", "npm").allMatch(Senders::installed);
        if ("true".equals(System.getenv("ONCEWARD_TEST_ALL"))) {
            assertThat(installed).as("npm is installed").isTrue();
        }
        assumeTrue(installed, "npm is not installed");
    }

    /// The answer to one delivery, as the script prints it.
    static JsonObject send(String sender, String url, String secret, String id, int attempt) {
        if (Libraries.INSTALLED.isEmpty()) {
            throw new IllegalStateException("npm did not say what it did.");
        }
        return new JsonObject(run(List.of("node", "send.mjs", sender, url, secret, id, Integer.toString(attempt))));
    }

    private static boolean installed(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    private static String install() {
        try {
            Files.createDirectories(COPY);
            for (var file : List.of("package.json", "package-lock.json", "send.mjs")) {
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
                throw new AssertionError(command.subList(0, 2) + " failed: " + Files.readString(errors));
            }
            return new String(process.getInputStream().readAllBytes(), UTF_8);
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
