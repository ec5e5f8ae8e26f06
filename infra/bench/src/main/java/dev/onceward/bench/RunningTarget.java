package dev.onceward.bench;

import java.io.IOException;

/// A carrier at work.
record RunningTarget(JavaProcess daemon, Progress progress) implements AutoCloseable {

    /// @param subscription the relay's, new or known
    /// @param start where it begins if it is new
    static RunningTarget start(RelayTarget relayTarget, String subscription, String start,
            DeliveryAddresses deliveryAddresses, boolean profile)
            throws IOException, InterruptedException {
        var port = TargetProcess.freePort();
        var daemon = daemon(relayTarget, subscription, start, deliveryAddresses, port, 0, profile);
        if (!relayTarget.isRelay()) {
            return new RunningTarget(daemon, new PrintedProgress(daemon));
        }
        daemon.awaitListening(port);
        return new RunningTarget(daemon,
                CursorProgress.of(deliveryAddresses.vertx(), deliveryAddresses.postgres(), subscription));
    }

    /// A relay that is asked itself, and not its cursors.
    static RunningTarget counted(RelayTarget relayTarget, String subscription, DeliveryAddresses deliveryAddresses)
            throws IOException, InterruptedException {
        var port = TargetProcess.freePort();
        var managementPort = TargetProcess.freePort();
        var daemon = daemon(relayTarget, subscription, "earliest", deliveryAddresses, port, managementPort, false);
        daemon.awaitListening(port);
        daemon.awaitListening(managementPort);
        return new RunningTarget(daemon, MetricsProgress.of(managementPort));
    }

    /// @param managementPort 0 where nobody asks for metrics
    private static JavaProcess daemon(RelayTarget relayTarget, String subscription, String start,
            DeliveryAddresses deliveryAddresses, int port,
            int managementPort, boolean profile) throws IOException {
        return JavaProcess.start(relayTarget.label(),
                relayTarget.program(subscription, start, deliveryAddresses.receiver().url()),
                deliveryAddresses.environment(port, managementPort), profile);
    }

    @Override
    public void close() {
        daemon.close();
        progress.close();
    }
}
