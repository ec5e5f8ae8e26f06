package dev.onceward.brokers;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/// A Kafka broker in a process of its own, which can be killed. It keeps its port and its data over [#killAndStart()]. It
/// creates no topics by itself.
public final class KafkaProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final BrokerPort brokerPort = BrokerPort.free();
    private final BrokerPort guarded = BrokerPort.free();
    private final BrokerPort controller = BrokerPort.free();
    private final TemporaryDirectory temporaryDirectory = TemporaryDirectory.temporary("kafka");
    private BrokerProcess process;

    private KafkaProcess() {
        settings().format();
        process = start();
    }

    public static KafkaProcess started() {
        return new KafkaProcess();
    }

    /// The address in the form of `kafka.bootstrap.servers`.
    public String servers() {
        return "localhost:" + brokerPort.number();
    }

    public void topic(String name, int partitions) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", servers()))) {
            admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// Sends SIGKILL to the broker, and starts it again.
    public void killAndStart() {
        process.kill();
        process = start();
    }

    @Override
    public void close() {
        process.kill();
        temporaryDirectory.close();
    }

    private KafkaBrokerSettings settings() {
        return settings(brokerPort.number(), guarded.number(), controller.number(), temporaryDirectory.path());
    }

    private static KafkaBrokerSettings settings(int port, int guarded, int controller, Path directory) {
        return new KafkaBrokerSettings(port, guarded, controller, port, "of nobody", directory);
    }

    private BrokerProcess start() {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var started = BrokerProcess.start(List.of(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-cp", System.getProperty("java.class.path"), KafkaProcess.class.getName(),
                Integer.toString(brokerPort.number()), Integer.toString(guarded.number()),
                Integer.toString(controller.number()), temporaryDirectory.path().toString()), Map.of(),
                temporaryDirectory.file("output"));
        if (!brokerPort.listening(PATIENCE)) {
            throw new BrokerNotStarted("Kafka does not listen after " + PATIENCE + ".");
        }
        return started;
    }

    /// The process itself.
    static void main(String... words) {
        var server = settings(Integer.parseInt(words[0]), Integer.parseInt(words[1]), Integer.parseInt(words[2]),
                Path.of(words[3])).server();
        server.startup();
        server.awaitShutdown();
    }
}
