package dev.onceward.intake.signature.field;

import java.util.Optional;

import dev.onceward.internal.request.Request;

/// The address the sender was given. What a proxy made of it counts for nothing, and what a request adds to its query is
/// not part of it: between the address and what is signed after it stands nothing, so that the beginning of a body could
/// be sent as the end of a query.
public record SignedUrl(String given) {

    /// As the source has it; nothing if the request's query is another.
    public Optional<String> of(Request request) {
        return called(given, request);
    }

    /// The same for a sender that adds one parameter of its own to the query.
    public Optional<String> with(String parameter, Request request) {
        return called(given + (given.indexOf('?') < 0 ? '?' : '&') + parameter, request);
    }

    private static Optional<String> called(String address, Request request) {
        var question = address.indexOf('?');
        var query = question < 0 ? "" : address.substring(question + 1);
        return request.line().query().equals(query) ? Optional.of(address) : Optional.empty();
    }
}
