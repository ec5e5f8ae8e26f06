package dev.onceward.guard.rest;

import jakarta.ws.rs.container.ContainerRequestContext;

/// Says who calls an idempotent endpoint, where that is neither the principal of the request nor in a header. An application
/// has one bean of this type.
@FunctionalInterface
public interface IdempotencyCaller {

    /// Returns the caller, to which the idempotency key is bound: nobody gets the answer of another caller. Empty for anonymous
    /// requests, which share their keys.
    String of(ContainerRequestContext request);
}
