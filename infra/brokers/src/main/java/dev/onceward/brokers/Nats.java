package dev.onceward.brokers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// A NATS server with JetStream as a process, if it is [#installed()]. It keeps its port and its streams over [#stop()],
/// [#kill()] and [#start()].
public final class Nats implements AutoCloseable {
    /// The most bytes a message may have, with its headers.
    public static final int LARGEST = 4 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PROGRAM = "nats-server";

    private final Port port = Port.free();
    private final Place place = Place.temporary("nats");
    private @Nullable Running server;
    private String authorization = "";

    private Nats() {}

    public static Nats started() {
        var nats = new Nats();
        nats.start();
        return nats;
    }

    /// One that lets nobody in but this user.
    public static Nats guarded(String user, String password) {
        var nats = new Nats();
        nats.admit(user, password);
        nats.start();
        return nats;
    }

    /// Whether this machine has it.
    public static boolean installed() {
        return Running.installed(PROGRAM);
    }

    /// As `onceward.nats.servers` takes it.
    public String url() {
        return "nats://localhost:" + port.number();
    }

    /// From its next start on nobody but this user is let in.
    public void admit(String user, String password) {
        authorization = "authorization { user: \"%s\", password: \"%s\" }".formatted(user, password);
    }

    /// Starts the server, unless it runs.
    public void start() {
        if (server != null && server.alive()) {
            return;
        }
        var settings = place.write("nats.conf", """
                listen: "127.0.0.1:%d"
                max_payload: %d
                jetstream { store_dir: "%s" }
                %s
                """.formatted(port.number(), LARGEST, place.file("streams"), authorization));
        server = Running.start(List.of(PROGRAM, "-c", settings.toString()), Map.of(), place.file("output"));
        if (!port.listening(PATIENCE)) {
            throw new CannotStart("NATS does not listen after " + PATIENCE + ".");
        }
    }

    /// Lets the server end in order. Does nothing if it does not run.
    public void stop() {
        if (server != null) {
            server.stop();
        }
    }

    /// SIGKILL.
    public void kill() {
        if (server != null) {
            server.kill();
        }
    }

    @Override
    public void close() {
        stop();
        place.close();
    }
}
