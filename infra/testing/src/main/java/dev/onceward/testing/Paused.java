package dev.onceward.testing;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/// A server that is there and says nothing: SIGSTOP for it and all it started, until this is closed.
public final class Paused implements AutoCloseable {
    private final List<ProcessHandle> processes;

    private Paused(long pid) {
        var root = ProcessHandle.of(pid).orElseThrow();
        // First, or it would start others meanwhile.
        signal("-STOP", List.of(root));
        processes = Stream.concat(Stream.of(root), root.descendants()).toList();
        signal("-STOP", processes);
    }

    public static Paused postgres() {
        return new Paused(Servers.postgres().pid());
    }

    public static Paused redis() {
        return new Paused(Servers.redis().pid());
    }

    @Override
    public void close() {
        signal("-CONT", processes);
    }

    private static void signal(String signal, List<ProcessHandle> processes) {
        var pids = processes.stream().map(process -> Long.toString(process.pid()));
        try {
            var _ = new ProcessBuilder(Stream.concat(Stream.of("kill", signal), pids).toList())
                    .inheritIO().start().waitFor();
        } catch (IOException failed) {
            throw new IllegalStateException("no signal can be sent", failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException("interrupted", interrupted);
        }
    }
}
