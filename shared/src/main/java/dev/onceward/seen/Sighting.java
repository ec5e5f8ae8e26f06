package dev.onceward.seen;

import dev.onceward.log.Receipt;
import dev.onceward.request.Fingerprint;

/// What Redis knows of a key.
public sealed interface Sighting {

    record Known(Receipt receipt, Fingerprint fingerprint) implements Sighting {}

    /// Not in Redis, or Redis is not there to be asked: the log will know.
    record Unknown() implements Sighting {}
}
