package dev.onceward.bench.guard;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import dev.onceward.bench.run.BenchServers;
import dev.onceward.bench.run.JavaProcess;
import dev.onceward.bench.run.Options;

/// The programs that run, which share the servers.
record GuardPrograms(BenchServers servers, Options options,
        Map<GuardProgram, JavaProcess> running) implements AutoCloseable {

    static GuardPrograms on(BenchServers servers, Options options) {
        return new GuardPrograms(servers, options, new HashMap<>());
    }

    /// Starts a program when it is asked for the first time.
    JavaProcess process(GuardProgram program) throws IOException {
        var started = running.get(program);
        if (started == null) {
            started = JavaProcess.start(program.name(), program.command(), servers, options);
            running.put(program, started);
        }
        return started;
    }

    @Override
    public void close() {
        running.values().forEach(JavaProcess::close);
    }
}
