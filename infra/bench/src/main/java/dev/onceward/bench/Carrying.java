package dev.onceward.bench;

import java.io.IOException;

/// A carrier at work.
record Carrying(Daemon daemon, Progress progress) implements AutoCloseable {

    /// @param subscription the relay's, new or known
    /// @param start where it begins if it is new
    static Carrying start(Carrier carrier, String subscription, String start, Places places, boolean profile)
            throws IOException, InterruptedException {
        var port = Running.freePort();
        var daemon = daemon(carrier, subscription, start, places, port, 0, profile);
        if (!carrier.isRelay()) {
            return new Carrying(daemon, new PrintedProgress(daemon));
        }
        daemon.awaitListening(port);
        return new Carrying(daemon, CursorProgress.of(places.vertx(), places.postgres(), subscription));
    }

    /// A relay that is asked itself, and not its cursors.
    static Carrying counted(Carrier carrier, String subscription, Places places)
            throws IOException, InterruptedException {
        var port = Running.freePort();
        var managementPort = Running.freePort();
        var daemon = daemon(carrier, subscription, "earliest", places, port, managementPort, false);
        daemon.awaitListening(port);
        daemon.awaitListening(managementPort);
        return new Carrying(daemon, MetricsProgress.of(managementPort));
    }

    /// @param managementPort 0 where nobody asks for metrics
    private static Daemon daemon(Carrier carrier, String subscription, String start, Places places, int port,
            int managementPort, boolean profile) throws IOException {
        return Daemon.start(carrier.label(), carrier.program(subscription, start, places.receiver().url()),
                places.environment(port, managementPort), profile);
    }

    @Override
    public void close() {
        daemon.close();
        progress.close();
    }
}
