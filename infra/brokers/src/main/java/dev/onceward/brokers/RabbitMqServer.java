package dev.onceward.brokers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// A RabbitMQ server with a node name, ports and a directory of its own. It also has a port mapper of Erlang of its own,
/// because a shared one would go on as a daemon after the tests, and a home directory of its own for Erlang's secret.
final class RabbitMqServer implements RabbitMqBroker {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SERVER = "/usr/lib/rabbitmq/bin/rabbitmq-server";

    private final BrokerPort brokerPort = BrokerPort.free();
    private final BrokerPort distribution = BrokerPort.free();
    private final BrokerPort mapper = BrokerPort.free();
    private final TemporaryDirectory temporaryDirectory = TemporaryDirectory.temporary("rabbitmq");
    private @Nullable BrokerProcess server;

    RabbitMqServer() {
        start();
    }

    @Override
    public int port() {
        return brokerPort.number();
    }

    @Override
    public void start() {
        if (server != null) {
            return;
        }
        var none = temporaryDirectory.write("plugins", "[].\n");
        server = BrokerProcess.start(List.of(SERVER), environment(none), temporaryDirectory.file("output"));
        if (!brokerPort.listening(PATIENCE)) {
            throw new BrokerNotStarted("RabbitMQ does not listen after " + PATIENCE + ".");
        }
    }

    @Override
    public void stop() {
        if (server != null) {
            server.stop();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
        BrokerProcess.start(List.of("epmd", "-port", Integer.toString(mapper.number()), "-kill"), Map.of(),
                temporaryDirectory.file("epmd")).await();
        temporaryDirectory.close();
    }

    private Map<String, String> environment(Path plugins) {
        var directory = temporaryDirectory.path().toString();
        return Map.ofEntries(
                Map.entry("HOME", directory),
                Map.entry("ERL_EPMD_PORT", Integer.toString(mapper.number())),
                Map.entry("ERL_EPMD_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODENAME", "onceward" + brokerPort.number() + "@localhost"),
                Map.entry("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1"),
                Map.entry("RABBITMQ_NODE_PORT", Integer.toString(brokerPort.number())),
                Map.entry("RABBITMQ_DIST_PORT", Integer.toString(distribution.number())),
                Map.entry("RABBITMQ_MNESIA_BASE", directory + "/mnesia"),
                Map.entry("RABBITMQ_LOG_BASE", directory + "/log"),
                Map.entry("RABBITMQ_PID_FILE", directory + "/pid"),
                Map.entry("RABBITMQ_CONF_ENV_FILE", directory + "/none.conf"),
                Map.entry("RABBITMQ_CONFIG_FILE", directory + "/none"),
                Map.entry("RABBITMQ_ENABLED_PLUGINS_FILE", plugins.toString()));
    }
}
