package dev.onceward.brokers;

import io.nats.client.api.StreamConfiguration;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.RequireProgram;

import static org.assertj.core.api.Assertions.assertThat;

class NatsServerTest {

    @Test
    void nats_keeps_its_streams_and_port_after_a_stop_and_after_a_kill() throws Exception {
        RequireProgram.needs("nats-server", NatsServer.installed());
        try (var natsServer = NatsServer.started()) {
            assertThat(published(natsServer)).isEqualTo(1);
            natsServer.stop();
            natsServer.start();
            assertThat(published(natsServer)).isEqualTo(2);
            natsServer.kill();
            natsServer.start();
            assertThat(published(natsServer)).isEqualTo(3);
        }
    }

    @SuppressWarnings("try") // closing may be interrupted, which no test is
    private static long published(NatsServer natsServer) throws Exception {
        try (var connection = io.nats.client.Nats.connect(natsServer.url())) {
            if (connection.jetStreamManagement().getStreamNames().isEmpty()) {
                connection.jetStreamManagement()
                        .addStream(StreamConfiguration.builder().name("orders").subjects("orders.>").build());
            }
            return connection.jetStream().publish("orders.new", new byte[0]).getSeqno();
        }
    }
}
