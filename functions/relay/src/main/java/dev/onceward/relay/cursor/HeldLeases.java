package dev.onceward.relay.cursor;

import java.util.List;
import java.util.Map;

import dev.onceward.relay.window.ReadPosition;

/// What an owner has after it asked.
///
/// @param kept the leases it had and still has
/// @param taken those that are new, each with the place where the last owner was
/// @param share how many it should have, of all owners that are there
/// @param paused whether nobody is to have any
/// @param restored whether that is because the log was restored from another cluster and is not rebased yet
public record HeldLeases(List<ShardLease> kept, Map<ShardLease, ReadPosition> taken, int share, boolean paused,
        boolean restored) {}
