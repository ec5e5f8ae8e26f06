package dev.onceward.intake.receive;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// A request that was verified, or that an operator released from quarantine.
///
/// @param secret the id of the secret that matched; null where no secret was needed
record VerifiedRequest(Source source, Request request, @Nullable String secret) {

    static VerifiedRequest released(Source source, Request request) {
        return new VerifiedRequest(source, request, null);
    }
}
