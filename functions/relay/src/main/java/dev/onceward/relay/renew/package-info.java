/// Keeps the leases of a subscription from round to round, and gives them back.
@NullMarked
package dev.onceward.relay.renew;

import org.jspecify.annotations.NullMarked;
