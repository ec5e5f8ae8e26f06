package dev.onceward.brokers;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// A NATS server with JetStream that runs as a process, if it is [#installed()]. It keeps its port and its streams over
/// [#stop()], [#kill()] and [#start()].
public final class NatsServer implements AutoCloseable {
    /// The most bytes of a message, with its headers.
    public static final int LARGEST = 4 << 20;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String PROGRAM = "nats-server";

    private final BrokerPort brokerPort = BrokerPort.free();
    private final TemporaryDirectory temporaryDirectory = TemporaryDirectory.temporary("nats");
    private @Nullable BrokerProcess server;
    private String authorization = "";

    private NatsServer() {}

    public static NatsServer started() {
        var nats = new NatsServer();
        nats.start();
        return nats;
    }

    /// Starts a server that accepts only this user.
    public static NatsServer guarded(String user, String password) {
        var nats = new NatsServer();
        nats.admit(user, password);
        nats.start();
        return nats;
    }

    /// Whether NATS is installed on this machine.
    public static boolean installed() {
        return BrokerProcess.installed(PROGRAM);
    }

    /// The address in the form of `onceward.nats.servers`.
    public String url() {
        return "nats://localhost:" + brokerPort.number();
    }

    /// From its next start on the server accepts only this user.
    public void admit(String user, String password) {
        authorization = "authorization { user: \"%s\", password: \"%s\" }".formatted(user, password);
    }

    /// Starts the server. Does nothing if it is running.
    public void start() {
        if (server != null && server.alive()) {
            return;
        }
        var settings = temporaryDirectory.write("nats.conf", """
                listen: "127.0.0.1:%d"
                max_payload: %d
                jetstream { store_dir: "%s" }
                %s
                """.formatted(brokerPort.number(), LARGEST, temporaryDirectory.file("streams"), authorization));
        server = BrokerProcess.start(List.of(PROGRAM, "-c", settings.toString()), Map.of(),
                temporaryDirectory.file("output"));
        if (!brokerPort.listening(PATIENCE)) {
            throw new BrokerNotStarted("NATS does not listen after " + PATIENCE + ".");
        }
    }

    /// Shuts the server down. Does nothing if it is not running.
    public void stop() {
        if (server != null) {
            server.stop();
        }
    }

    /// Sends SIGKILL to the server.
    public void kill() {
        if (server != null) {
            server.kill();
        }
    }

    @Override
    public void close() {
        stop();
        temporaryDirectory.close();
    }
}
