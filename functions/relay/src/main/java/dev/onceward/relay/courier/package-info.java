/// The events of one subscription, round by round: leases, pages, and what is written down.
@NullMarked
package dev.onceward.relay.courier;

import org.jspecify.annotations.NullMarked;
