/// The statements that settle a page: cursors, parked events and attempts.
@NullMarked
package dev.onceward.relay.settlement;

import org.jspecify.annotations.NullMarked;
