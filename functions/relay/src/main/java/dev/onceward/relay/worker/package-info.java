/// Delivers the events of one subscription to its sink, round by round.
@NullMarked
package dev.onceward.relay.worker;

import org.jspecify.annotations.NullMarked;
