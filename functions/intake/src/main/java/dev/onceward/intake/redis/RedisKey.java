package dev.onceward.intake.redis;

import dev.onceward.internal.key.Key;

/// The name under which Redis remembers a key. It holds the identity of the database, and a bucket. The bucket is a
/// hash tag, so that the keys of one source spread over all nodes of a cluster.
public record RedisKey(String database, Key key) {
    private static final int BUCKETS = 1024;

    public String text() {
        return "i9y:" + database + ":{" + bucket() + "}:seen:" + escaped(key.scope()) + ':' + key.value();
    }

    /// Java defines the hash codes of strings, so all processes compute the same bucket. The multiplication spreads
    /// hash codes that differ in few bits only, such as those of numbered keys.
    public int bucket() {
        return Math.floorMod(((31 * key.scope().hashCode() + key.value().hashCode()) * 0x9E3779B9) >>> 8, BUCKETS);
    }

    /// Escapes colons in the scope, so that none of them is taken for its end.
    private static String escaped(String scope) {
        return scope.replace("%", "%25").replace(":", "%3A");
    }
}
