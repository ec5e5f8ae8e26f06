package dev.onceward.intake.redis;

import dev.onceward.internal.key.Key;

/// Where a key is remembered in Redis: under the identity of the database whose log holds it, and in a bucket. The bucket
/// stands in a hash tag, so that the keys of one source spread over all nodes of a cluster.
public record RedisKey(String database, Key key) {
    private static final int BUCKETS = 1024;

    public String text() {
        return "i9y:" + database + ":{" + bucket() + "}:seen:" + escaped(key.scope()) + ':' + key.value();
    }

    /// Java defines the hash codes of texts, so all processes find the same bucket. Multiplying spreads hash codes that
    /// differ in few bits only, as those of numbered keys do.
    public int bucket() {
        return Math.floorMod(((31 * key.scope().hashCode() + key.value().hashCode()) * 0x9E3779B9) >>> 8, BUCKETS);
    }

    /// A colon of the scope must not be taken for the end of the scope.
    private static String escaped(String scope) {
        return scope.replace("%", "%25").replace(":", "%3A");
    }
}
