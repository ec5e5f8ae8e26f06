package dev.onceward.brokers;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// A Kafka broker with its controller (KRaft), in this JVM. It keeps its port and its data over [#stop()] and [#start()].
/// It creates no topics by itself.
public final class KafkaBroker implements AutoCloseable {
    /// The most bytes of a batch of records.
    public static final int LARGEST = 4 << 20;

    private static final int NODE = 1;
    private static final String CONTROLLER = "CONTROLLER";

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
        kafka.format();
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
            var starting = new KafkaRaftServer(new KafkaConfig(settings(), false), Time.SYSTEM);
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

    private void format() {
        try {
            new Formatter().setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
                    .setNodeId(NODE)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(Optional.of(temporaryDirectory.path().toString()))
                    .addDirectory(temporaryDirectory.path().toString())
                    .run();
        } catch (Exception failed) {
            throw new BrokerNotStarted("Kafka", failed);
        }
    }

    private Map<String, String> settings() {
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE)),
                Map.entry("controller.quorum.voters", NODE + "@localhost:" + controller.number()),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry("listeners", "PLAINTEXT://localhost:%d,SASL_PLAINTEXT://localhost:%d,%s://localhost:%d"
                        .formatted(brokerPort.number(), guarded.number(), CONTROLLER, controller.number())),
                Map.entry("advertised.listeners", "PLAINTEXT://localhost:%d,SASL_PLAINTEXT://localhost:%d"
                        .formatted(advertised, guarded.number())),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,"
                        + CONTROLLER + ":PLAINTEXT"),
                Map.entry("sasl.enabled.mechanisms", "PLAIN"),
                Map.entry("listener.name.sasl_plaintext.plain.sasl.jaas.config",
                        PlainLoginModule.class.getName() + " required user_relay=\"" + password + "\";"),
                Map.entry("log.dirs", temporaryDirectory.path().toString()),
                Map.entry("message.max.bytes", Integer.toString(LARGEST)),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.enable", "false"));
    }
}
