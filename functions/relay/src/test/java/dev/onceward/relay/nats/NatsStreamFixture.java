package dev.onceward.relay.nats;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import jakarta.inject.Inject;

import io.nats.client.Connection;
import io.nats.client.api.MessageInfo;
import io.nats.client.api.StreamConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

import dev.onceward.brokers.NatsServer;
import dev.onceward.relay.sink.AttemptOutcome.Delivered;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.sink.Sink;
import dev.onceward.relay.subscription.Subscription.SinkTarget;
import dev.onceward.relay.testing.SampleDeliveries;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.RequireProgram;
import dev.onceward.testing.TcpProxy;

import static dev.onceward.relay.testing.SendEvents.DELIVERED;
import static dev.onceward.relay.testing.SendEvents.newEvent;
import static dev.onceward.relay.testing.SendEvents.send;
import static org.assertj.core.api.Assertions.assertThat;

/// A stream of a NATS server, behind a proxy, and sinks that send to it. The stream is new for each test.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // [Brokers] puts the proxy, and what is before a test the rest
abstract class NatsStreamFixture {
    static final Delivered AGAIN = new Delivered(true);

    @Inject
    NatsSinks sinks;

    TcpProxy proxy;

    NatsServer natsServer;
    Connection connection;
    String stream;
    String subject;

    @BeforeAll
    void start() {
        RequireProgram.needs("nats-server", NatsServer.installed());
        natsServer = NatsServer.started();
    }

    @AfterAll
    void end() {
        if (natsServer != null) {
            natsServer.close();
        }
    }

    @BeforeEach
    void declare() throws Exception {
        proxy.leadTo(URI.create(natsServer.url()).getPort());
        natsServer.start();
        stream = "s-" + UUID.randomUUID();
        subject = stream + ".orders";
        connection = io.nats.client.Nats.connect(natsServer.url());
    }

    @AfterEach
    void disconnect() throws Exception {
        connection.close();
        proxy.endConnections();
    }

    void loseAck(Sink sink) {
        assertThat(send(sink)).isEqualTo(DELIVERED);
        var event = newEvent();
        proxy.loseAnswers();
        var lost = sink.send(event).subscribeAsCompletionStage();
        Eventually.holds(() -> read().size() == 2);
        assertThat(lost.join()).isInstanceOf(Failed.class);
        proxy.endConnections();
        Eventually.holds(() -> send(sink, event).equals(AGAIN));
        assertThat(read()).hasSize(2);
        assertThat(send(sink)).isEqualTo(DELIVERED);
    }

    void makeStream() throws Exception {
        makeStream(Duration.ofMinutes(2));
    }

    void makeStream(Duration window) throws Exception {
        connection.jetStreamManagement().addStream(StreamConfiguration.builder().name(stream)
                .subjects(stream + ".>").duplicateWindow(window).maximumMessageSize((1 << 20) + 1024).build());
    }

    Sink sink(boolean expectSequence) {
        var target = new SinkTarget.Nats(subject, expectSequence);
        return SampleDeliveries.sink(target, sinks::to);
    }

    List<String> ids() {
        return read().stream().map(message -> headers(message).getOrDefault("ce-id", "")).toList();
    }

    List<MessageInfo> read() {
        try {
            var management = connection.jetStreamManagement();
            var messages = new ArrayList<MessageInfo>();
            for (var n = 1; n <= management.getStreamInfo(stream).getStreamState().getLastSequence(); n++) {
                messages.add(management.getMessage(stream, n));
            }
            return messages;
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    static Map<String, String> headers(MessageInfo message) {
        var headers = new HashMap<String, String>();
        var present = message.getHeaders();
        if (present != null) {
            present.forEach((name, values) -> headers.put(name, String.join(",", values)));
        }
        return headers;
    }
}
