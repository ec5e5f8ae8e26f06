package dev.onceward.relay.cursor;

/// The temporary right to read a shard for a subscription. The next owner gets another generation, and statements with
/// an old generation write nothing.
///
/// @param incarnation of the server. It changes with a crash or a failover, and positions from before are then void,
///        because the server may assign the transaction ids that it had not flushed again
public record ShardLease(short shard, long generation, String incarnation) {}
