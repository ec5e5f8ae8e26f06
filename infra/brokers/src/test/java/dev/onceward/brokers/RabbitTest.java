package dev.onceward.brokers;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RabbitTest {

    @Test
    void qpid_comes_back_on_its_port() throws Exception {
        try (var rabbit = Rabbit.started()) {
            comes_back(rabbit);
        }
    }

    @Test
    void rabbitmq_comes_back_on_its_port() throws Exception {
        Machine.needs("rabbitmq-server", Rabbit.installed());
        try (var rabbit = Rabbit.real()) {
            comes_back(rabbit);
        }
    }

    private static void comes_back(Rabbit rabbit) throws IOException, TimeoutException {
        assertThat(declared(rabbit)).isEqualTo("once");
        rabbit.stop();
        rabbit.start();
        assertThat(declared(rabbit)).isEqualTo("once");
    }

    private static String declared(Rabbit rabbit) throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setPort(rabbit.port());
        try (var connection = factory.newConnection(); var channel = connection.createChannel()) {
            return channel.queueDeclare("once", true, false, false, null).getQueue();
        }
    }
}
