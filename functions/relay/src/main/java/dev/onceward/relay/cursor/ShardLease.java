package dev.onceward.relay.cursor;

/// The right to read a shard for a subscription, for a time. Whoever takes it next has another generation, and with an
/// old one nothing can be written.
///
/// @param incarnation of the server. After a crash or a failover it is another one, and what was read before no longer
///     counts: the server may assign again the transaction ids of what it had not flushed
public record ShardLease(short shard, long generation, String incarnation) {}
