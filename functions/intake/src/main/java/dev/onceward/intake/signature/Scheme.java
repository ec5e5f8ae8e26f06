package dev.onceward.intake.signature;

import java.time.Instant;

import dev.onceward.internal.request.Request;

/// Verifies requests in the way in which a sender signs them.
public interface Scheme {

    /// Returns a verdict for any request, in time linear in its size.
    ///
    /// @param now by this machine's clock, with which the sender's timestamps are compared; hence the tolerances
    Verdict verify(Request request, Instant now);
}
