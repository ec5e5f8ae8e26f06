package dev.onceward.intake.seen;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.newevent.Receipt;
import dev.onceward.intake.seen.LookupResult.KnownKey;
import dev.onceward.intake.seen.LookupResult.UnknownKey;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.internal.key.Key;

/// The value of a key in Redis, as text that an operator can read: `FINGERPRINT EVENT TOPIC`.
///
/// @param kept how long the log keeps the key; Redis never remembers it for longer
public record RememberedKey(Key key, Receipt receipt, Fingerprint fingerprint, Duration kept) {

    private static final Pattern FORM = Pattern.compile("(?<fingerprint>[A-Za-z0-9_-]{43}) "
            + "(?<event>[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}) (?<topic>(?s:.+))");

    String value() {
        return fingerprint.text() + ' ' + receipt.event() + ' ' + receipt.topic();
    }

    /// A value in another form was written by another version and counts as unknown, so that the log decides.
    ///
    /// @param database the identity with which the key was looked up
    static LookupResult read(@Nullable String value, String database) {
        var memory = FORM.matcher(value == null ? "" : value);
        return memory.matches()
                ? new KnownKey(new Receipt(UUID.fromString(memory.group("event")), memory.group("topic")),
                        new Fingerprint(memory.group("fingerprint")))
                : new UnknownKey(Optional.of(database));
    }
}
