/// Parked events, and the ordering keys whose further events must wait for them.
@NullMarked
package dev.onceward.relay.parked;

import org.jspecify.annotations.NullMarked;
