/// What an operator is shown: how subscriptions stand, parked events, recorded attempts.
@NullMarked
package dev.onceward.relay.view;

import org.jspecify.annotations.NullMarked;
