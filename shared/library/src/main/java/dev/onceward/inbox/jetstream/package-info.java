/// The inbox for NATS JetStream: processes messages once, and acknowledges them so that the server confirms it.
@NullMarked
package dev.onceward.inbox.jetstream;

import org.jspecify.annotations.NullMarked;
