package dev.onceward.signature;

/// Whether a request comes from whom it says.
public sealed interface Verdict {

    record Genuine() implements Verdict {}

    /// @param why for our own log only: to the sender it would say how to come closer
    record Forged(String why) implements Verdict {}
}
