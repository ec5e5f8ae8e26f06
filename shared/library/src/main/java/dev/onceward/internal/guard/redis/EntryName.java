package dev.onceward.internal.guard.redis;

import java.util.List;

import dev.onceward.internal.key.Fingerprint;

/// The name of an entry, before it is hashed for Redis.
///
/// @param owner what tells the keys of two deployments apart
/// @param kind names the version of the entries, so that no version reads those of another
/// @param key what tells the keys of one deployment apart
public record EntryName(String owner, String kind, List<String> key) {
    /// In a Redis Cluster, the keys of an operation spread over all nodes.
    private static final int BUCKETS = 1024;
    private static final int HASH_LENGTH = 32;

    public String inRedis() {
        var hash = Fingerprint.of(key);
        return "i9y:" + owner + ":{" + Math.floorMod(hash.hashCode(), BUCKETS) + "}:" + kind + ':'
                + hash.hex().substring(0, HASH_LENGTH);
    }

    /// How many characters it has.
    public int length() {
        return owner.length() + kind.length() + key.stream().mapToInt(String::length).sum();
    }
}
