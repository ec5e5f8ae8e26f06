package dev.onceward.consumer;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Nats;
import io.nats.client.api.ConsumerConfiguration;
import io.nats.client.api.ConsumerInfo;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.RetentionPolicy;
import io.nats.client.api.StreamConfiguration;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.brokers.NatsServer;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RequireProgram;
import dev.onceward.testing.TcpProxy;
import dev.onceward.testing.servers.Servers;
import dev.onceward.testing.servers.Sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/// A consumer with pull on a stream with the retention `limits`, and one with push on a work queue. The application is
/// behind a proxy. The streams recognise no duplicates, so that the same event can be sent twice.
@SuppressWarnings("NullAway.Init") // what is before a test puts server and connection
class JetStreamInboxIT extends ConsumerFixture {
    private static final Duration ACK_WAIT = Duration.ofSeconds(2);

    private static NatsServer natsServer;

    private final TcpProxy proxy = TcpProxy.toLaterServer();
    private Connection connection;
    private JetStreamManagement management;

    @BeforeAll
    static void startServer() {
        RequireProgram.needs("nats-server", NatsServer.installed());
        natsServer = NatsServer.started();
    }

    @AfterAll
    static void stopServer() {
        if (natsServer != null) {
            natsServer.close();
        }
    }

    @Override
    @BeforeEach
    void start() {
        try {
            proxy.leadTo(Integer.parseInt(natsServer.url().replaceAll(".*:", "")));
            connection = Nats.connect(natsServer.url());
            management = connection.jetStreamManagement();
            declare("ORDERS", "orders.>", RetentionPolicy.Limits);
            declare("WORK", "work.>", RetentionPolicy.WorkQueue);
            declare("DEAD", "dead.>", RetentionPolicy.Limits);
            consumers(-1);
        } catch (IOException | JetStreamApiException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
        super.start();
    }

    @AfterEach
    void disconnect() throws Exception {
        consumer.kill();
        proxy.close();
        for (var stream : management.getStreamNames()) {
            var _ = management.deleteStream(stream);
        }
        connection.close();
    }

    @Override
    StartFunction configured(StartFunction application) {
        return application.with("nats.url", "nats://localhost:" + proxy.port());
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "work"})
    void messages_that_are_sent_twice_have_their_effect_once_and_in_order(String subject) throws Exception {
        send(subject, "a", "b", "a", "c", "b");
        awaitEntries("a", "b", "c");
        awaitAcknowledged(subject);
        assertThat(entries()).containsExactly("a", "b", "c");
        assertThat(marks()).containsExactly("/onceward/shop a", "/onceward/shop b", "/onceward/shop c");
        assertThat(dead()).isZero();
    }

    /// The server has not got the acknowledgement, and delivers the message to the next process.
    @ParameterizedTest
    @ValueSource(strings = {"orders", "work"})
    void a_message_has_its_effect_once_if_the_process_is_killed_between_commit_and_acknowledgement(String subject)
            throws Exception {
        try (var held = heldEffects()) {
            send(subject, "held");
            awaitHeldEffect();
            proxy.loseConnections();
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        awaitEntries("held");
        assertThat(consumerOf(subject).getNumAckPending()).isEqualTo(1);
        consumer.kill();
        proxy.endConnections();
        consumer = started();
        send(subject, "b");
        awaitEntries("held", "b");
        awaitAcknowledged(subject);
        assertThat(entries()).containsExactly("held", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "work"})
    void a_message_that_always_fails_goes_to_the_dead_letters_with_its_reason_and_the_others_are_processed(
            String subject) throws Exception {
        send(subject, "a", "poison-1", "b");
        awaitEntries("a", "b");
        Eventually.holds(() -> dead() == 1);
        var letter = lastDead();
        assertThat(new String(letter.getData(), UTF_8)).isEqualTo("poison-1");
        assertThat(Map.of("reason", text(letter, "dead-letter-reason"), "subject", text(letter, "dead-letter-subject"),
                "sequence", text(letter, "dead-letter-sequence"), "id", text(letter, "ce-id")))
                .containsOnly(
                        Map.entry("reason", "java.lang.IllegalStateException: no account for poison-1 in attempt 3"),
                        Map.entry("subject", subject + ".x"), Map.entry("sequence", "2"),
                        Map.entry("id", "poison-1"));
        awaitAcknowledged(subject);
        assertThat(marks()).containsExactly("/onceward/shop a", "/onceward/shop b");
    }

    /// The server would refuse a copy that is expected in another stream.
    @Test
    void a_dead_letter_has_an_id_of_its_own_and_no_instructions_for_the_server() throws Exception {
        publish("work", "poison-1", new Headers().put("Nats-Msg-Id", "7").put("Nats-Expected-Stream", "WORK"));
        Eventually.holds(() -> dead() == 1);
        assertThat(text(lastDead(), "dead-letter-message-id")).isEqualTo("7");
        assertThat(text(lastDead(), "Nats-Msg-Id")).startsWith("WORK-");
        awaitAcknowledged("work");
    }

    @Test
    void a_message_that_fails_for_a_while_is_delivered_again_and_the_others_do_not_wait_for_it() throws Exception {
        send("work", "a", "flaky-1", "b");
        awaitEntries("a", "b", "flaky-1");
        awaitAcknowledged("work");
        assertThat(dead()).isZero();
    }

    @Test
    void a_message_is_given_up_with_the_last_delivery_that_its_consumer_allows() throws Exception {
        consumer.kill();
        consumers(2);
        consumer = started();
        send("work", "poison-1");
        Eventually.holds(() -> dead() == 1);
        assertThat(text(lastDead(), "dead-letter-reason")).endsWith("in attempt 2");
        awaitAcknowledged("work");
    }

    @ParameterizedTest
    @ValueSource(strings = {"orders", "work"})
    void no_message_is_given_up_or_lost_while_postgres_is_away(String subject) throws Exception {
        send(subject, "a");
        awaitEntries("a");
        Servers.postgres().stop();
        send(subject, "b", "c");
        Eventually.holds(() -> consumer.output().contains("the inbox cannot use PostgreSQL, and its messages wait"));
        awaitPassed(6);
        Servers.postgres().start();
        awaitEntries("a", "b", "c");
        awaitAcknowledged(subject);
        assertThat(dead()).isZero();
    }

    /// The effect takes longer than the server waits for an acknowledgement.
    @Test
    void a_message_is_neither_delivered_again_nor_acknowledged_while_its_effect_runs() throws Exception {
        try (var held = heldEffects()) {
            send("work", "held");
            awaitHeldEffect();
            awaitPassed(3 * (int) ACK_WAIT.toSeconds());
            assertThat(consumerOf("work").getRedelivered()).isZero();
            assertThat(consumerOf("work").getNumAckPending()).isEqualTo(1);
            Sql.execute(held, "SELECT pg_advisory_unlock(4711)");
        }
        awaitEntries("held");
        awaitAcknowledged("work");
    }

    @Test
    void a_message_without_an_id_goes_to_the_dead_letters_and_is_not_processed() throws Exception {
        publish("work", "nameless", new Headers());
        publish("work", "b", new Headers().put("x-other", "2").put("Nats-Msg-Id", "2"));
        awaitEntries("b");
        assertThat(marks()).containsExactly("2");
        Eventually.holds(() -> dead() == 1);
        assertThat(text(lastDead(), "dead-letter-reason"))
                .contains("The message has no id. Looked for: the attributes");
        awaitAcknowledged("work");
    }

    /// Without a stream for it, the copy would be lost. The effect has had its three attempts.
    @Test
    void a_message_is_not_given_up_before_its_copy_is_stored() throws Exception {
        var _ = management.deleteStream("DEAD");
        send("work", "poison-1", "b");
        awaitEntries("b");
        Eventually.holds(() -> consumerOf("work").getDelivered().getConsumerSequence() > 8);
        assertThat(management.getStreamInfo("WORK").getStreamState().getMsgCount()).isPositive();
        declare("DEAD", "dead.>", RetentionPolicy.Limits);
        Eventually.holds(() -> dead() == 1);
        awaitAcknowledged("work");
        assertThat(text(lastDead(), "dead-letter-reason")).endsWith("in attempt 3");
        assertThat(consumer.output()).containsOnlyOnce("the inbox could not store a dead letter and tries again")
                .contains("the inbox stores dead letters again");
    }

    /// Neither the headers of the first message nor any header of the second have room in the copy.
    @Test
    void a_message_that_is_as_large_as_the_server_allows_can_be_given_up() throws Exception {
        var largest = (int) connection.getMaxPayload();
        var headers = new Headers().put("x-long", "x".repeat(2_000));
        publish("work", "n".repeat(largest - headers.serializedLength()), headers);
        Eventually.holds(() -> dead() == 1);
        assertThat(text(lastDead(), "dead-letter-reason")).contains("The message has no id");
        assertThat(requireNonNull(lastDead().getHeaders()).containsKey("x-long")).isFalse();
        publish("work", "n".repeat(largest), new Headers());
        Eventually.holds(() -> dead() == 2);
        assertThat(requireNonNull(lastDead().getData())).hasSize(largest);
        awaitAcknowledged("work");
    }

    private void declare(String name, String subjects, RetentionPolicy retention)
            throws IOException, JetStreamApiException {
        var _ = management.addStream(StreamConfiguration.builder().name(name).subjects(subjects)
                .retentionPolicy(retention).duplicateWindow(Duration.ofMillis(100)).build());
    }

    private void consumers(long deliveries) throws IOException, JetStreamApiException {
        var _ = management.addOrUpdateConsumer("ORDERS", ConsumerConfiguration.builder().durable("pulled")
                .ackWait(ACK_WAIT).maxDeliver(deliveries).build());
        var _ = management.addOrUpdateConsumer("WORK", ConsumerConfiguration.builder().durable("pushed")
                .deliverSubject("deliver.work").ackWait(ACK_WAIT).maxDeliver(deliveries).build());
    }

    /// In the form of the relay, without the id by which the stream would drop a duplicate.
    private void send(String subject, String... entries) throws IOException, JetStreamApiException {
        for (var entry : entries) {
            publish(subject, entry, new Headers().put("ce-id", entry).put("ce-source", "/onceward/shop"));
        }
    }

    private void publish(String subject, String entry, Headers headers) throws IOException, JetStreamApiException {
        var _ = connection.jetStream().publish(NatsMessage.builder().subject(subject + ".x").headers(headers)
                .data(entry.getBytes(UTF_8)).build());
    }

    private ConsumerInfo consumerOf(String subject) {
        try {
            return subject.equals("work")
                    ? management.getConsumerInfo("WORK", "pushed")
                    : management.getConsumerInfo("ORDERS", "pulled");
        } catch (IOException | JetStreamApiException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void awaitAcknowledged(String subject) {
        Eventually.holds(() -> {
            var info = consumerOf(subject);
            return info.getNumAckPending() == 0 && info.getNumPending() == 0;
        });
    }

    private long dead() {
        try {
            return management.getStreamInfo("DEAD").getStreamState().getMsgCount();
        } catch (IOException | JetStreamApiException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private MessageInfo lastDead() throws IOException, JetStreamApiException {
        return management.getLastMessage("DEAD", "dead.letters");
    }

    private static String text(MessageInfo message, String header) {
        return String.valueOf(requireNonNull(message.getHeaders()).getFirst(header));
    }
}
