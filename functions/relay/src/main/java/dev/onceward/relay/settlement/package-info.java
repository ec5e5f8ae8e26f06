/// What a page came to, written in one statement: cursors, parked events, attempts.
@NullMarked
package dev.onceward.relay.settlement;

import org.jspecify.annotations.NullMarked;
