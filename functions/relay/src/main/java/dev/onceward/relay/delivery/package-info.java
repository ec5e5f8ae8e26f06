/// Attempts to deliver events: their number, their order, and the circuit breaker.
@NullMarked
package dev.onceward.relay.delivery;

import org.jspecify.annotations.NullMarked;
