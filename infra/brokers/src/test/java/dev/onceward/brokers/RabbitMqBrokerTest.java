package dev.onceward.brokers;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.RequireProgram;

import static org.assertj.core.api.Assertions.assertThat;

class RabbitMqBrokerTest {

    @Test
    void qpid_starts_again_on_its_port_with_its_queues() throws Exception {
        try (var rabbitMqBroker = RabbitMqBroker.started()) {
            assertStartsAgain(rabbitMqBroker);
        }
    }

    @Test
    void rabbitmq_starts_again_on_its_port() throws Exception {
        RequireProgram.needs("rabbitmq-server", RabbitMqBroker.installed());
        try (var rabbitMqBroker = RabbitMqBroker.real()) {
            assertStartsAgain(rabbitMqBroker);
        }
    }

    private static void assertStartsAgain(RabbitMqBroker rabbitMqBroker) throws IOException, TimeoutException {
        assertThat(declared(rabbitMqBroker)).isEqualTo("once");
        rabbitMqBroker.stop();
        rabbitMqBroker.start();
        assertThat(declared(rabbitMqBroker)).isEqualTo("once");
    }

    private static String declared(RabbitMqBroker rabbitMqBroker) throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setPort(rabbitMqBroker.port());
        try (var connection = factory.newConnection(); var channel = connection.createChannel()) {
            return channel.queueDeclare("once", true, false, false, null).getQueue();
        }
    }
}
