package dev.onceward.brokers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A broker that runs as a process of its own, with the processes that it starts itself. They end with this JVM at the
/// latest.
final class BrokerProcess {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Process process;

    private BrokerProcess(Process process) {
        this.process = process;
        Runtime.getRuntime().addShutdownHook(new Thread(this::kill));
    }

    /// @param log the file for the output of the process
    static BrokerProcess start(List<String> command, Map<String, String> environment, Path log) {
        try {
            var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
            builder.environment().putAll(environment);
            return new BrokerProcess(builder.start());
        } catch (IOException failed) {
            throw new BrokerNotStarted(command.getFirst(), failed);
        }
    }

    static boolean installed(String program) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, program)));
    }

    boolean alive() {
        return process.isAlive();
    }

    /// Waits until the process ends by itself.
    void await() {
        if (!gone(all())) {
            kill();
        }
    }

    /// Sends SIGTERM, and waits until the process has shut down.
    void stop() {
        end(ProcessHandle::destroy);
    }

    /// Sends SIGKILL.
    void kill() {
        end(ProcessHandle::destroyForcibly);
    }

    private void end(Consumer<ProcessHandle> signal) {
        var all = all();
        all.forEach(signal);
        if (!gone(all)) {
            all.forEach(ProcessHandle::destroyForcibly);
        }
    }

    private List<ProcessHandle> all() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
    }

    private static boolean gone(List<ProcessHandle> processes) {
        var exits = processes.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(exits).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException | InterruptedException | ExecutionException stillThere) {
            return false;
        }
    }
}
