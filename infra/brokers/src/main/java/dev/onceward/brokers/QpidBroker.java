package dev.onceward.brokers;

import java.util.Map;

import org.apache.qpid.server.SystemLauncher;
import org.jspecify.annotations.Nullable;

import static java.util.Objects.requireNonNull;

/// Apache Qpid in this JVM, with its data in memory.
final class QpidBroker implements RabbitMqBroker {
    private final BrokerPort brokerPort = BrokerPort.free();
    private final TemporaryDirectory temporaryDirectory = TemporaryDirectory.temporary("qpid");
    private @Nullable SystemLauncher broker;

    QpidBroker() {
        start();
    }

    @Override
    public int port() {
        return brokerPort.number();
    }

    @Override
    public void start() {
        if (broker != null) {
            return;
        }
        var starting = new SystemLauncher();
        try {
            starting.startup(Map.of("type", "Memory", "startupLoggedToSystemOut", false,
                    "initialConfigurationLocation",
                    requireNonNull(QpidBroker.class.getResource("qpid.json")).toString(),
                    "context", Map.of("onceward.port", Integer.toString(brokerPort.number()),
                            "qpid.work_dir", temporaryDirectory.path().toString())));
        } catch (Exception failed) {
            throw new BrokerNotStarted("Qpid", failed);
        }
        broker = starting;
    }

    @Override
    public void stop() {
        if (broker != null) {
            broker.shutdown();
            broker = null;
        }
    }

    @Override
    public void close() {
        stop();
        temporaryDirectory.close();
    }
}
