/// What an operator can see: the status of subscriptions, parked events, recorded attempts.
@NullMarked
package dev.onceward.relay.view;

import org.jspecify.annotations.NullMarked;
