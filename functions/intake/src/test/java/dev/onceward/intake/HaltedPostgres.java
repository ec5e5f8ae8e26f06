package dev.onceward.intake;

import java.io.IOException;

/// A PostgreSQL that is there and says nothing, until this is closed.
final class HaltedPostgres implements AutoCloseable {

    HaltedPostgres() {
        signal("STOP");
    }

    @Override
    public void close() {
        signal("CONT");
    }

    /// The process that accepts connections comes first, or it would start others meanwhile.
    private static void signal(String signal) {
        var server = ProcessHandle.of(IntakeServers.postgres().pid()).orElseThrow();
        signal(server, signal);
        server.descendants().forEach(process -> signal(process, signal));
    }

    private static void signal(ProcessHandle process, String signal) {
        try {
            var _ = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().onExit().join();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
