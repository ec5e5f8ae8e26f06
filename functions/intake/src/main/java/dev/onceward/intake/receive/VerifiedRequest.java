package dev.onceward.intake.receive;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// A request whose sender proved who it is, or that an operator answers for.
///
/// @param secret the id of the secret that matched; nothing where no secret was needed
record VerifiedRequest(Source source, Request request, @Nullable String secret) {

    /// A request from quarantine, which an operator answers for.
    static VerifiedRequest released(Source source, Request request) {
        return new VerifiedRequest(source, request, null);
    }
}
