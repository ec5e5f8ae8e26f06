package dev.onceward.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.vertx.core.json.JsonObject;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A script for Node.js below `src/test`. It runs in a copy of its folder, with the packages that its lock file names.
public final class NpmScript {
    private static final int PATIENCE_SECONDS = 120;

    private final Path folder;
    private final String script;

    private NpmScript(Path folder, String script) {
        this.folder = folder;
        this.script = script;
    }

    /// Skips the test where npm is missing, and installs the packages of the script.
    public static NpmScript installed(String folder, String script) {
        RequireProgram.needs("npm", Stream.of("node", "npm").allMatch(NpmScript::isOnPath));
        var copy = Path.of("target", folder);
        try {
            Files.createDirectories(copy);
            for (var file : List.of("package.json", "package-lock.json", script)) {
                Files.copy(Path.of("src/test", folder, file), copy.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        var installed = new NpmScript(copy, script);
        var _ = installed.output(List.of("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"));
        return installed;
    }

    /// @return what the script prints
    public JsonObject run(String... arguments) {
        var command = new ArrayList<>(List.of("node", script));
        command.addAll(List.of(arguments));
        return new JsonObject(output(command));
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    private String output(List<String> command) {
        try {
            var errors = folder.resolve("errors");
            var process = new ProcessBuilder(command).directory(folder.toFile()).redirectError(errors.toFile()).start();
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
