/// Decides when the relay works: in loops, on demand, and when new events wake it.
@NullMarked
package dev.onceward.relay.run;

import org.jspecify.annotations.NullMarked;
