package dev.onceward.testing.servers;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// A process that exists and does not answer: SIGSTOP for it and all that it started, and SIGCONT when this is closed.
public final class PausedProcess implements AutoCloseable {
    private final List<ProcessHandle> processes;

    private PausedProcess(ProcessHandle root) {
        // First, or it would start others meanwhile.
        signal("-STOP", List.of(root));
        processes = Stream.concat(Stream.of(root), root.descendants()).toList();
        signal("-STOP", processes);
    }

    public static PausedProcess postgres() {
        return of(Servers.postgres().pid());
    }

    public static PausedProcess redis() {
        return of(Servers.redis().pid());
    }

    public static PausedProcess of(long pid) {
        return new PausedProcess(ProcessHandle.of(pid).orElseThrow());
    }

    /// Does nothing where the process has ended meanwhile.
    @Override
    public void close() {
        signal("-CONT", processes.stream().filter(ProcessHandle::isAlive).toList());
    }

    private static void signal(String signal, List<ProcessHandle> processes) {
        var pids = processes.stream().map(process -> Long.toString(process.pid()));
        try {
            var kill = new ProcessBuilder(Stream.concat(Stream.of("kill", signal), pids).toList()).inheritIO().start();
            if (kill.onExit().join().exitValue() != 0 && signal.equals("-STOP")) {
                throw new IllegalStateException("no process can be stopped");
            }
        } catch (IOException failed) {
            throw new IllegalStateException("no signal can be sent", failed);
        }
    }
}
