/// Sends events to RabbitMQ and waits for the broker's confirms.
@NullMarked
package dev.onceward.relay.rabbitmq;

import org.jspecify.annotations.NullMarked;
