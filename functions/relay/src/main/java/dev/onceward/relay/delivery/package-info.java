/// Attempts: how many are under way, in which order, and what they teach about a receiver.
@NullMarked
package dev.onceward.relay.delivery;

import org.jspecify.annotations.NullMarked;
