/// Tells relays that the log has new events.
@NullMarked
package dev.onceward.internal.wake;

import org.jspecify.annotations.NullMarked;
