/// Sends events to Kafka.
@NullMarked
package dev.onceward.relay.kafka;

import org.jspecify.annotations.NullMarked;
