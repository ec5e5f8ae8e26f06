package dev.onceward.signature;

import dev.onceward.request.Request;

/// How a source proves that it sent a request. New schemes are records beside these, named in `Presets`.
public sealed interface Scheme permits Unsigned, StandardWebhooks {

    /// Ends with a verdict whatever the request holds, in time linear in its size.
    Verdict verify(Request request);
}
