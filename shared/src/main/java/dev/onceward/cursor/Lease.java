package dev.onceward.cursor;

/// The right to read a shard for a subscription, for a time. Whoever takes it next has another generation, and with an
/// old one nothing can be written.
public record Lease(short shard, long generation) {}
