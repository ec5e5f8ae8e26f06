/// Starts real brokers for tests: Kafka and Qpid in this JVM, NATS and RabbitMQ as processes where they are installed.
@NullMarked
package dev.onceward.brokers;

import org.jspecify.annotations.NullMarked;
