package dev.onceward.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A packaged function that runs as a process of its own.
public final class FunctionProcess implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("Listening on: http://localhost:(\\d+)");
    private static final Pattern MANAGEMENT = Pattern
            .compile("Management interface listening on http://localhost:(\\d+)");
    private static final int PATIENCE_SECONDS = 60;

    private final Process process;
    private final AtomicReference<String> output = new AtomicReference<>("");
    private final Thread reader;

    FunctionProcess(Process process) {
        this.process = process;
        this.reader = Thread.ofVirtual().start(() -> read(process.getInputStream()));
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    }

    /// The port for senders. Waits until the function listens.
    public int port() {
        return printed(LISTENING);
    }

    /// The port for health and metrics. Waits until the function listens there.
    public int managementPort() {
        return printed(MANAGEMENT);
    }

    private int printed(Pattern port) {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!port.matcher(output()).find() && process.isAlive() && System.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        var listening = port.matcher(output());
        if (!listening.find()) {
            throw new IllegalStateException("It did not start: " + wholeOutput());
        }
        return Integer.parseInt(listening.group(1));
    }

    public long pid() {
        return process.pid();
    }

    public boolean isRunning() {
        return process.isAlive();
    }

    /// What the function has printed so far.
    public String output() {
        return output.get();
    }

    /// What the function has printed. If it has ended, this waits for its last output, which may not have been read yet.
    private String wholeOutput() {
        try {
            if (!process.isAlive()) {
                reader.join();
            }
            return output();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// Waits until the function ends by itself.
    public int exitCode() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("It does not end: " + output());
            }
            reader.join();
            return process.exitValue();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /// Sends SIGKILL, which ends the function in the middle of whatever it does.
    public void kill() {
        var _ = process.destroyForcibly();
        var _ = exitCode();
    }

    /// Sends SIGTERM, and waits until the function has shut down.
    @Override
    public void close() {
        process.destroy();
        var _ = exitCode();
    }

    private void read(InputStream printed) {
        var buffer = new byte[8192];
        try {
            for (var n = printed.read(buffer); n >= 0; n = printed.read(buffer)) {
                var _ = output.accumulateAndGet(new String(buffer, 0, n, UTF_8), String::concat);
            }
        } catch (IOException closed) {
            // The output is closed when the process ends.
        }
    }
}
