package dev.onceward.brokers;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The settings of a Kafka broker with its controller (KRaft).
///
/// @param guarded the port for clients that log in
/// @param advertised the port that the broker tells to clients
/// @param password of the user `relay`, who logs in
record KafkaBrokerSettings(int port, int guarded, int controller, int advertised, String password, Path directory) {
    static final int LARGEST = 4 << 20;

    private static final int NODE = 1;
    private static final String CONTROLLER = "CONTROLLER";

    /// Prepares an empty directory for the broker.
    void format() {
        try {
            new Formatter().setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, UTF_8))
                    .setNodeId(NODE)
                    .setClusterId(Uuid.randomUuid().toString())
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName(CONTROLLER)
                    .setMetadataLogDirectory(Optional.of(directory.toString()))
                    .addDirectory(directory.toString())
                    .run();
        } catch (Exception failed) {
            throw new BrokerNotStarted("Kafka", failed);
        }
    }

    KafkaRaftServer server() {
        return new KafkaRaftServer(new KafkaConfig(properties(), false), Time.SYSTEM);
    }

    private Map<String, String> properties() {
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE)),
                Map.entry("controller.quorum.voters", NODE + "@localhost:" + controller),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry("listeners", "PLAINTEXT://localhost:%d,SASL_PLAINTEXT://localhost:%d,%s://localhost:%d"
                        .formatted(port, guarded, CONTROLLER, controller)),
                Map.entry("advertised.listeners", "PLAINTEXT://localhost:%d,SASL_PLAINTEXT://localhost:%d"
                        .formatted(advertised, guarded)),
                Map.entry("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT,"
                        + CONTROLLER + ":PLAINTEXT"),
                Map.entry("sasl.enabled.mechanisms", "PLAIN"),
                Map.entry("listener.name.sasl_plaintext.plain.sasl.jaas.config",
                        PlainLoginModule.class.getName() + " required user_relay=\"" + password + "\";"),
                Map.entry("log.dirs", directory.toString()),
                Map.entry("message.max.bytes", Integer.toString(LARGEST)),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.enable", "false"));
    }
}
