/// The leases of shards that this relay holds.
@NullMarked
package dev.onceward.relay.lease;

import org.jspecify.annotations.NullMarked;
