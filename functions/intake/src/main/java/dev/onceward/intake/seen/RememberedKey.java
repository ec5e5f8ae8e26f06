package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.vertx.core.buffer.Buffer;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

/// The value of a key in Redis: half of the fingerprint, the id of the event, and its topic unless that is the key's
/// scope, as it is for most sources. It is short, because Redis holds a value for each webhook of a day.
///
/// @param kept how long the log keeps the key; Redis never remembers it for longer
public record RememberedKey(Key key, Receipt receipt, Fingerprint fingerprint, Duration kept) {
    private static final int ID_AT = KnownKey.FINGERPRINT_BYTES;
    private static final int TOPIC_AT = ID_AT + 16;

    Buffer value() {
        var value = Buffer.buffer(TOPIC_AT)
                .appendBuffer(new KnownKey(receipt, fingerprint).fingerprint())
                .appendLong(receipt.event().getMostSignificantBits())
                .appendLong(receipt.event().getLeastSignificantBits());
        return receipt.topic().equals(key.scope()) ? value : value.appendString(receipt.topic());
    }

    /// A value that is too short was not written by intake. Its key counts as unknown, so that the log decides.
    ///
    /// @param database the identity with which the key was looked up
    static LookupResult read(Buffer value, Key key, String database) {
        if (value.length() < TOPIC_AT) {
            return new UnknownKey(Optional.of(database));
        }
        var topic = value.getString(TOPIC_AT, value.length());
        return new KnownKey(
                new Receipt(new UUID(value.getLong(ID_AT), value.getLong(ID_AT + 8)),
                        topic.isEmpty() ? key.scope() : topic),
                value.getBuffer(0, ID_AT));
    }
}
