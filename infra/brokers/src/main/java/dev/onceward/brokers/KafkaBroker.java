package dev.onceward.brokers;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.jspecify.annotations.Nullable;

/// A Kafka broker with its controller (KRaft), in this JVM. It keeps its port and its data over [#stop()] and [#start()].
/// It creates no topics by itself.
public final class KafkaBroker implements AutoCloseable {
    /// The most bytes of a batch of records.
    public static final int LARGEST = KafkaBrokerSettings.LARGEST;

    private final BrokerPort brokerPort = BrokerPort.free();
    private final BrokerPort guarded = BrokerPort.free();
    private final BrokerPort controller = BrokerPort.free();
    private final TemporaryDirectory temporaryDirectory = TemporaryDirectory.temporary("kafka");
    private @Nullable KafkaRaftServer server;
    private final int advertised;
    private String password = "at first";

    /// @param advertised the port that the broker tells to clients; 0 means its own port
    private KafkaBroker(int advertised) {
        this.advertised = advertised == 0 ? brokerPort.number() : advertised;
    }

    public static KafkaBroker started() {
        return started(0);
    }

    /// Starts a broker that tells clients to connect to another port, for instance of a proxy in front of [#port()].
    public static KafkaBroker behind(int brokerPort) {
        return started(brokerPort);
    }

    private static KafkaBroker started(int advertised) {
        var kafka = new KafkaBroker(advertised);
        kafka.settings().format();
        kafka.start();
        return kafka;
    }

    public int port() {
        return brokerPort.number();
    }

    /// The address in the form of `kafka.bootstrap.servers`.
    public String servers() {
        return "localhost:" + brokerPort.number();
    }

    /// The address of the same broker for clients that log in with SASL/PLAIN as the user `relay`.
    public String guarded() {
        return "localhost:" + guarded.number();
    }

    /// Sets the password of the user `relay`. It holds from the next start of the broker on.
    public void admit(String password) {
        this.password = password;
    }

    public void topic(String name, int partitions) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Starts the broker. Does nothing if it is running.
    public void start() {
        if (server == null) {
            var starting = settings().server();
            starting.startup();
            server = starting;
        }
    }

    /// Shuts the broker down. Does nothing if it is not running.
    public void stop() {
        if (server != null) {
            server.shutdown();
            server.awaitShutdown();
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
        temporaryDirectory.close();
    }

    private KafkaBrokerSettings settings() {
        return new KafkaBrokerSettings(brokerPort.number(), guarded.number(), controller.number(), advertised, password,
                temporaryDirectory.path());
    }
}
