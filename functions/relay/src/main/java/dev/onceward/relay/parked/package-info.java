/// Parked events, and the ordering keys that they hold up.
@NullMarked
package dev.onceward.relay.parked;

import org.jspecify.annotations.NullMarked;
