package dev.onceward.intake.signature.field;

import java.util.Optional;

import dev.onceward.internal.request.Request;

/// The address that the sender was given, as part of what it signs. Changes by a proxy have no effect. A request must
/// not extend the query: no separator stands between the address and what is signed after it, so the beginning of a
/// body could otherwise be sent as the end of a query.
public record SignedUrl(String given) {

    /// Returns the configured address; empty if the query of the request differs from its query.
    public Optional<String> of(Request request) {
        return called(given, request);
    }

    /// Does the same for a sender that adds one parameter of its own to the query.
    public Optional<String> with(String parameter, Request request) {
        return called(given + (given.indexOf('?') < 0 ? '?' : '&') + parameter, request);
    }

    private static Optional<String> called(String address, Request request) {
        var question = address.indexOf('?');
        var query = question < 0 ? "" : address.substring(question + 1);
        return request.line().query().equals(query) ? Optional.of(address) : Optional.empty();
    }
}
