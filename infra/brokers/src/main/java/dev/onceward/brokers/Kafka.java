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
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

import static java.nio.charset.StandardCharsets.UTF_8;

/// One Kafka broker with its controller (KRaft), in this JVM. It keeps its port and its data over [#stop()] and
/// [#start()]. Topics have to be created.
public final class Kafka implements AutoCloseable {
    /// The most bytes a batch of records may have.
    public static final int LARGEST = 4 << 20;

    private static final int NODE = 1;
    private static final String CONTROLLER = "CONTROLLER";

    private final Port port = Port.free();
    private final Port controller = Port.free();
    private final Place place = Place.temporary("kafka");
    private @Nullable KafkaRaftServer server;

    private Kafka() {}

    public static Kafka started() {
        var kafka = new Kafka();
        kafka.format();
        kafka.start();
        return kafka;
    }

    /// As `kafka.bootstrap.servers` takes it.
    public String servers() {
        return "localhost:" + port.number();
    }

    public void topic(String name, int partitions) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Starts the broker, unless it runs.
    public void start() {
        if (server == null) {
            var starting = new KafkaRaftServer(new KafkaConfig(settings(), false), Time.SYSTEM);
            starting.startup();
            server = starting;
        }
    }

    /// Lets the broker end in order. Does nothing if it does not run.
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
        place.close();
    }

    private void format() {
        try {
            new Formatter().setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
                    .setNodeId(NODE)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(Optional.of(place.path().toString()))
                    .addDirectory(place.path().toString())
                    .run();
        } catch (Exception failed) {
            throw new CannotStart("Kafka", failed);
        }
    }

    private Map<String, String> settings() {
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE)),
                Map.entry("controller.quorum.voters", NODE + "@localhost:" + controller.number()),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry("listeners", "PLAINTEXT://localhost:%d,%s://localhost:%d"
                        .formatted(port.number(), CONTROLLER, controller.number())),
                Map.entry("log.dirs", place.path().toString()),
                Map.entry("message.max.bytes", Integer.toString(LARGEST)),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.enable", "false"));
    }
}
