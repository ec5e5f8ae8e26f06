package dev.onceward.relay.rabbitmq;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

import dev.onceward.brokers.RabbitMqBroker;
import dev.onceward.relay.sink.AttemptOutcome;
import dev.onceward.relay.sink.AttemptOutcome.Failed;
import dev.onceward.relay.testing.Brokers;
import dev.onceward.testing.RequireProgram;

import static dev.onceward.relay.testing.SendEvents.send;
import static org.assertj.core.api.Assertions.assertThat;

@QuarkusTest
@WithTestResource(Brokers.class)
class RabbitMqSinkTest extends RabbitMqSinkContract {

    @Override
    RabbitMqBroker started() {
        RequireProgram.needs("rabbitmq-server", RabbitMqBroker.installed());
        return RabbitMqBroker.real();
    }

    /// Nobody may publish to an internal one.
    @Test
    void a_missing_permission_fails_events() throws Exception {
        var exchange = declareInternal();
        assertThat(send(sink(exchange, "orders"))).isInstanceOfSatisfying(
                Failed.class,
                failed -> assertThat(failed.why()).contains("internal exchange"));
    }

    @Override
    AttemptOutcome unroutable(String exchange, String key) {
        return new AttemptOutcome.Refused(
                "RabbitMQ: No queue is bound to the exchange \"%s\" for the routing key \"%s\"."
                        .formatted(exchange, key),
                null);
    }
}
