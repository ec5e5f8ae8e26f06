/// What all sinks share: outcomes, and the event as a CloudEvent.
@NullMarked
package dev.onceward.relay.sink;

import org.jspecify.annotations.NullMarked;
