package dev.onceward.runtime.log;

import java.nio.ByteBuffer;
import java.util.UUID;

import dev.onceward.internal.key.Fingerprint;

import static java.nio.charset.StandardCharsets.UTF_8;

/// The ordering key of events with its group. Events are kept in order if group and key are equal, so a sender cannot
/// delay the events of another sender by using its keys. `KeyText` limits keys; events that were stored before there
/// was a limit may have longer ones.
///
/// @param group the source, or the group that the configuration names
/// @param key the sender's own text
public record OrderingKey(String group, String key) {

    /// Identifies the ordering key in the database, because a key that a sender chose may be too long for an index. The
    /// function `onceward.ordering_hash` computes the same value.
    public UUID hash() {
        var bytes = ByteBuffer.wrap(Fingerprint.of(group.getBytes(UTF_8), key.getBytes(UTF_8)).bytes());
        return new UUID(bytes.getLong(), bytes.getLong());
    }
}
