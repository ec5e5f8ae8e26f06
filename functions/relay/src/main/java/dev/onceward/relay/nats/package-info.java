/// Sends events to NATS JetStream.
@NullMarked
package dev.onceward.relay.nats;

import org.jspecify.annotations.NullMarked;
