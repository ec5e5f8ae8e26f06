/// When the relay works: in loops, on demand, and when it is woken.
@NullMarked
package dev.onceward.relay.run;

import org.jspecify.annotations.NullMarked;
