package dev.onceward.seen;

import java.time.Duration;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import dev.onceward.key.Key;
import dev.onceward.log.Receipt;
import dev.onceward.request.Fingerprint;
import dev.onceward.seen.Sighting.Known;
import dev.onceward.seen.Sighting.Unknown;

/// What is kept in Redis under a key, as text that an operator can read: `FINGERPRINT EVENT TOPIC`.
///
/// @param kept how long the log keeps the key; Redis never remembers longer than that
public record Memory(Key key, Receipt receipt, Fingerprint fingerprint, Duration kept) {

    String value() {
        return fingerprint.text() + ' ' + receipt.event() + ' ' + receipt.topic();
    }

    /// What cannot be read was not written by this version: the log knows better.
    static Sighting read(@Nullable String value) {
        var parts = value == null ? new String[0] : value.split(" ", 3);
        return parts.length == 3 && parts[1].length() == 36
                ? new Known(new Receipt(UUID.fromString(parts[1]), parts[2]), new Fingerprint(parts[0]))
                : new Unknown();
    }
}
