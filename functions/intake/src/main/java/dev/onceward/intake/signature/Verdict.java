package dev.onceward.intake.signature;

import java.net.URI;

import org.jspecify.annotations.Nullable;

/// Whether a request comes from whom it says.
public sealed interface Verdict {

    /// @param secret the id of the secret that matched; nothing where everybody is believed
    record Genuine(@Nullable String secret) implements Verdict {}

    /// @param why for our own log only: to the sender it would say how to come closer
    record Forged(RefusalReason reason, String why) implements Verdict {}

    /// It cannot be judged without the sender's public key, which is to be had at this address.
    record Wanting(URI key) implements Verdict {}
}
