/// Events as messages of RabbitMQ, each confirmed.
@NullMarked
package dev.onceward.relay.rabbitmq;

import org.jspecify.annotations.NullMarked;
