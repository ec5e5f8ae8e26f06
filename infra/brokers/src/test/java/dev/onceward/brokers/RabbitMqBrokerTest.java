package dev.onceward.brokers;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

import com.rabbitmq.client.ConnectionFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RabbitMqBrokerTest {

    @Test
    void qpid_comes_back_on_its_port() throws Exception {
        try (var rabbitMqBroker = RabbitMqBroker.started()) {
            comes_back(rabbitMqBroker);
        }
    }

    @Test
    void rabbitmq_comes_back_on_its_port() throws Exception {
        InstalledProgram.needs("rabbitmq-server", RabbitMqBroker.installed());
        try (var rabbitMqBroker = RabbitMqBroker.real()) {
            comes_back(rabbitMqBroker);
        }
    }

    private static void comes_back(RabbitMqBroker rabbitMqBroker) throws IOException, TimeoutException {
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
