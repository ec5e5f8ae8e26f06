package dev.onceward.relay.cursor;

import java.util.List;
import java.util.Map;

import dev.onceward.relay.window.ReadPosition;

/// The leases of an owner after a renewal.
///
/// @param kept the leases that were renewed
/// @param taken the new leases, each with the position that its last owner reached
/// @param share how many shards this owner should have, given the number of owners
/// @param paused whether the subscription is paused, so that nobody should hold leases
/// @param restored whether the log was restored from another cluster and is not rebased yet
public record HeldLeases(List<ShardLease> kept, Map<ShardLease, ReadPosition> taken, int share, boolean paused,
        boolean restored) {}
