package dev.onceward.relay.rabbitmq;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

import dev.onceward.brokers.Rabbit;
import dev.onceward.relay.sink.Outcome;
import dev.onceward.relay.testing.Brokers;

@QuarkusTest
@WithTestResource(Brokers.class)
class QpidSinkTest extends RabbitMqSinkContract {

    @Override
    Rabbit started() {
        return Rabbit.started();
    }

    /// It says no before it gives the message back.
    @Override
    Outcome unroutable(String exchange, String key) {
        return new Outcome.Failed("RabbitMQ: The broker could not keep the message.", null, null);
    }
}
