package dev.onceward.relay.rabbitmq;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;

import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.testing.Brokers;

@QuarkusTest
@WithTestResource(Brokers.class)
class QpidSinkTest extends RabbitMqSinkContract {

    @Override
    RabbitMqBroker started() {
        return RabbitMqBroker.started();
    }

    /// It says no before it gives the message back.
    @Override
    AttemptOutcome unroutable(String exchange, String key) {
        return new AttemptOutcome.Failed("RabbitMQ: The broker could not keep the message.", null, null);
    }
}
