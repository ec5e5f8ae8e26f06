/// Renews the leases of a subscription before each round, and gives them back.
@NullMarked
package dev.onceward.relay.renew;

import org.jspecify.annotations.NullMarked;
