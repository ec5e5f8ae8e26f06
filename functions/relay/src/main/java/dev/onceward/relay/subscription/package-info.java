/// Reads and checks which events are delivered to which sink.
@NullMarked
package dev.onceward.relay.subscription;

import org.jspecify.annotations.NullMarked;
