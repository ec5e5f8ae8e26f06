package dev.onceward.intake.redis;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import io.vertx.core.buffer.Buffer;

import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

/// Where Redis remembers a key: in a field of the hash of a bucket. The name of the hash holds the identity of the
/// database and the bucket. The bucket is a hash tag, so that the keys of one source spread over all nodes of a cluster.
/// The field is the beginning of a SHA-256 over the identity, scope and key. It is short, no sender finds two keys that
/// share one, and no sender knows which keys share a bucket.
///
/// @param field 16 bytes
public record RedisKey(String database, Key key, Buffer field, int bucket) {
    /// Redis stores a hash of up to 512 fields compactly (`hash-max-listpack-entries`), so that is enough for 30 million
    /// keys. A key takes 84 bytes at 400,000 keys and 61 at four million.
    static final int BUCKETS = 1 << 16;
    private static final int FIELD_BYTES = 16;

    /// @param database the identity of the database
    public static RedisKey of(String database, Key key) {
        var digest = Fingerprint.of(List.of(database, key.scope(), key.value())).bytes();
        return new RedisKey(database, key, Buffer.buffer(Arrays.copyOf(digest, FIELD_BYTES)),
                Math.floorMod(ByteBuffer.wrap(digest).getInt(FIELD_BYTES), BUCKETS));
    }

    /// The number is the version of the values, so that no version reads those of another.
    public String hash() {
        return "i9y:" + database + ":{" + bucket + "}:seen1";
    }
}
