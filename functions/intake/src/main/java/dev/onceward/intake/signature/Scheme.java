package dev.onceward.intake.signature;

import java.time.Instant;

import dev.onceward.internal.request.Request;

/// How a source proves that it sent a request.
public interface Scheme {

    /// Ends with a verdict whatever the request holds, in time linear in its size.
    ///
    /// @param now by this machine's clock, which the sender's timestamps are held against; hence the tolerances
    Verdict verify(Request request, Instant now);
}
