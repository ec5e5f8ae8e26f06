/// The operations of an operator on subscriptions and parked events.
@NullMarked
package dev.onceward.relay.operate;

import org.jspecify.annotations.NullMarked;
