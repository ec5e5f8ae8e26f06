package dev.onceward.consumer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RequireProgram;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// Messages of RabbitMQ. The application is behind a proxy.
@SuppressWarnings("NullAway.Init") // what is before a test puts broker and connection
class RabbitMqInboxIT extends ConsumerFixture {
    private static final String QUEUE = "letters";
    private static final String DEAD_LETTERS = "letters-dead";

    private static RabbitMqBroker rabbitMqBroker;

    private final TcpProxy proxy = TcpProxy.toLaterServer();
    private Connection connection;
    private Channel channel;

    @BeforeAll
    static void startBroker() {
        RequireProgram.needs("rabbitmq-server", RabbitMqBroker.installed());
        rabbitMqBroker = RabbitMqBroker.real();
    }

    @AfterAll
    static void stopBroker() {
        if (rabbitMqBroker != null) {
            rabbitMqBroker.close();
        }
    }

    @Override
    @BeforeEach
    void start() {
        proxy.leadTo(rabbitMqBroker.port());
        super.start();
        try {
            connect();
        } catch (IOException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @AfterEach
    void disconnect() throws IOException {
        consumer.kill();
        proxy.close();
        channel.queueDelete(QUEUE);
        channel.queueDelete(DEAD_LETTERS);
        connection.abort();
    }

    @Override
    StartFunction configured(StartFunction application) {
        return application.with("letters.enabled", "true").with("rabbitmq-host", "localhost")
                .with("rabbitmq-port", Integer.toString(proxy.port()));
    }

    @Test
    void messages_that_are_delivered_twice_have_their_effect_once_and_in_order() throws Exception {
        send("a", "b", "a", "c", "b");
        awaitEntries("a", "b", "c");
        awaitAcknowledged();
        assertThat(entries()).containsExactly("a", "b", "c");
        assertThat(marks()).startsWith("/onceward/shop a", "/onceward/shop b", "/onceward/shop c");
        assertThat(dead()).isNull();
    }

    /// RabbitMQ delivers the message again as soon as the connection has ended.
    @Test
    void a_message_has_its_effect_once_if_its_connection_ends_before_the_acknowledgement() throws Exception {
        try (var held = heldEffects()) {
            send("a", "held", "b");
            awaitHeldEffect();
            proxy.endConnections();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        awaitEntries("a", "held", "b");
        awaitAcknowledged();
        send("c");
        awaitEntries("a", "held", "b", "c");
    }

    /// The proxy loses the acknowledgement, and the process is killed.
    @Test
    void a_message_has_its_effect_once_if_the_process_is_killed_between_commit_and_acknowledgement() throws Exception {
        try (var held = heldEffects()) {
            send("held", "b");
            awaitHeldEffect();
            proxy.loseConnections();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        awaitEntries("held");
        consumer.kill();
        proxy.endConnections();
        Eventually.holds(() -> waiting() == 2);
        consumer = started();
        send("c");
        awaitEntries("held", "b", "c");
        awaitAcknowledged();
    }

    /// The transaction was not committed, so the next process runs the effect.
    @Test
    void a_message_whose_process_is_killed_before_the_commit_has_its_effect_in_the_next_one() throws Exception {
        try (var held = heldEffects()) {
            send("held");
            awaitHeldEffect();
            consumer.kill();
            proxy.endConnections();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        Eventually.holds(() -> waiting() == 1);
        consumer = started();
        awaitEntries("held");
    }

    @Test
    void a_message_that_always_fails_goes_to_the_dead_letters_and_the_others_are_processed() throws Exception {
        send("a", "poison-1", "b");
        awaitEntries("a", "b");
        Eventually.holds(() -> waiting(DEAD_LETTERS) == 1);
        var letter = requireNonNull(dead());
        assertThat(new String(letter.getBody(), UTF_8)).isEqualTo("poison-1");
        assertThat(letter.getProps().getHeaders().toString()).contains("reason=rejected");
        assertThat(consumer.output()).contains("the inbox gives up a message, which goes to the dead letters: "
                + "consumer=letters id=/onceward/shop poison-1 "
                + "cause=java.lang.IllegalStateException: no account for poison-1 in attempt 3");
        awaitAcknowledged();
    }

    @Test
    void no_message_is_given_up_or_lost_while_postgres_is_away() throws Exception {
        send("a");
        awaitEntries("a");
        Servers.postgres().stop();
        send("b", "c");
        Eventually.holds(() -> consumer.output().contains("the inbox cannot use PostgreSQL, and its messages wait"));
        awaitPassed(5);
        Servers.postgres().start();
        awaitEntries("a", "b", "c");
        assertThat(dead()).isNull();
    }

    @Test
    void a_message_without_an_id_goes_to_the_dead_letters_and_is_not_processed() throws Exception {
        publish("nameless", new AMQP.BasicProperties.Builder().build());
        send("b");
        awaitEntries("b");
        Eventually.holds(() -> waiting(DEAD_LETTERS) == 1);
        assertThat(consumer.output()).contains("The message has no id. Looked for: the attributes of a CloudEvent");
    }

    @Test
    void the_id_comes_from_headers_with_an_underscore_from_the_body_or_from_the_property_message_id() throws Exception {
        publish("a", new AMQP.BasicProperties.Builder()
                .headers(Map.of("cloudEvents_id", "1", "cloudEvents_source", "/x")).build());
        publish("b", new AMQP.BasicProperties.Builder().messageId("2").build());
        publish("{\"id\":\"3\",\"source\":\"/y\"}",
                new AMQP.BasicProperties.Builder().contentType("application/cloudevents+json").build());
        Eventually.holds(() -> entries().size() == 3);
        assertThat(marks()).containsExactly("/x 1", "/y 3", "2");
    }

    /// In the form of the relay.
    private void send(String... entries) throws IOException {
        for (var entry : entries) {
            publish(entry, new AMQP.BasicProperties.Builder().messageId(entry).deliveryMode(2)
                    .headers(Map.of("cloudEvents:id", entry, "cloudEvents:source", "/onceward/shop")).build());
        }
    }

    private void publish(String entry, AMQP.BasicProperties properties) throws IOException {
        channel.basicPublish("", QUEUE, properties, entry.getBytes(UTF_8));
    }

    private void connect() throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setPort(rabbitMqBroker.port());
        connection = factory.newConnection();
        var _ = Eventually.holds("the application listens", Duration.ofSeconds(60), this::listens);
    }

    /// Throws, and ends the channel, before the application has declared its queue.
    private boolean listens() throws IOException {
        channel = connection.createChannel();
        return consumers() == 1;
    }

    private long waiting() {
        return waiting(QUEUE);
    }

    private long waiting(String queue) {
        try {
            return channel.messageCount(queue);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private long consumers() {
        try {
            return channel.consumerCount(QUEUE);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// What is not acknowledged comes back when the consumer is gone, and that may only be the message of this method.
    private void awaitAcknowledged() throws IOException {
        send("end");
        Eventually.holds(() -> entries().contains("end"));
        Servers.sql().execute("DELETE FROM ledger WHERE entry = 'end'");
        consumer.kill();
        proxy.endConnections();
        Eventually.holds(() -> consumers() == 0);
        for (var left = channel.basicGet(QUEUE, true); left != null; left = channel.basicGet(QUEUE, true)) {
            assertThat(new String(left.getBody(), UTF_8)).isEqualTo("end");
        }
        consumer = started();
    }

    private @Nullable GetResponse dead() throws IOException {
        return channel.basicGet(DEAD_LETTERS, true);
    }
}
