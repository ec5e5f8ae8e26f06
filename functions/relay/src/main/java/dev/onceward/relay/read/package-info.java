/// Reads what is to be delivered: pages of the log, and parked events that are due.
@NullMarked
package dev.onceward.relay.read;

import org.jspecify.annotations.NullMarked;
