/// Events as messages of JetStream.
@NullMarked
package dev.onceward.relay.nats;

import org.jspecify.annotations.NullMarked;
