package dev.onceward.embedded;

import java.io.IOException;
import java.util.List;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The exit code and the output of a program that was run to its end.
record ProgramResult(int code, String said) {
    static ProgramResult run(List<String> command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        try {
            var process = builder.start();
            process.getOutputStream().close();
            var said = new String(process.getInputStream().readAllBytes(), UTF_8);
            return new ProgramResult(process.onExit().join().exitValue(), said);
        } catch (IOException failed) {
            throw new BackendNotStarted("A program can not be run here", failed);
        }
    }

    boolean failed() {
        return code != 0;
    }
}
