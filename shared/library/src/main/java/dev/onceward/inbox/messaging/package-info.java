/// The inbox for SmallRye Reactive Messaging: processes the messages of Kafka and RabbitMQ once, and acknowledges them
/// afterwards.
@NullMarked
package dev.onceward.inbox.messaging;

import org.jspecify.annotations.NullMarked;
