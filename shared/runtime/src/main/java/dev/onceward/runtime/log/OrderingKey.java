package dev.onceward.runtime.log;

import java.nio.ByteBuffer;
import java.util.UUID;

import dev.onceward.internal.key.Fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

/// What keeps events in order. Events of one ordering key have the same group and the same key, so a sender cannot hold up
/// the events of another one by using its keys. `KeyText` says what a key may look like; events that were stored before
/// there was a limit may have longer ones.
///
/// @param group the source, or the group that the configuration names
/// @param key the sender's own text
public record OrderingKey(String group, String key) {

    /// What tells two ordering keys apart in the database, where a key that a sender chose may be too long for an index.
    /// The function `onceward.ordering_hash` computes the same.
    public UUID hash() {
        var bytes = ByteBuffer.wrap(Fingerprint.of(group.getBytes(UTF_8), key.getBytes(UTF_8)).bytes());
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
