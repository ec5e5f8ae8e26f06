package dev.onceward.brokers;

import io.nats.client.api.StreamConfiguration;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NatsTest {

    @Test
    void streams_and_port_outlast_a_stop_and_a_kill() throws Exception {
        Machine.needs("nats-server", Nats.installed());
        try (var nats = Nats.started()) {
            assertThat(published(nats)).isEqualTo(1);
            nats.stop();
            nats.start();
            assertThat(published(nats)).isEqualTo(2);
            nats.kill();
            nats.start();
            assertThat(published(nats)).isEqualTo(3);
        }
    }

    @SuppressWarnings("try") // closing may be interrupted, which no test is
    private static long published(Nats nats) throws Exception {
        try (var connection = io.nats.client.Nats.connect(nats.url())) {
            if (connection.jetStreamManagement().getStreamNames().isEmpty()) {
                connection.jetStreamManagement()
                        .addStream(StreamConfiguration.builder().name("orders").subjects("orders.>").build());
            }
            return connection.jetStream().publish("orders.new", new byte[0]).getSeqno();
        }
    }
}
