package dev.onceward.relay.rabbitmq;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

import dev.onceward.brokers.Rabbit;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.testing.Brokers;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

@QuarkusTest
@WithTestResource(Brokers.class)
class RabbitMqSinkTest extends RabbitMqSinkContract {

    @Override
    Rabbit started() {
        assumeTrue(Rabbit.installed(), "rabbitmq-server is not installed");
        return Rabbit.real();
    }

    @Override
    Outcome unroutable(String exchange, String key) {
        return new Outcome.Refused("RabbitMQ: No queue is bound to the exchange \"%s\" for the routing key \"%s\"."
                .formatted(exchange, key), null);
    }
}
