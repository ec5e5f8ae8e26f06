package dev.onceward.signature;

import dev.onceward.request.Request;

/// The address the sender was given, with the query it sent. What a proxy made of it counts for nothing.
public final class SignedUrl {
    private SignedUrl() {}

    /// @param given as the source has it: with a query, it is the whole address
    public static String of(String given, Request request) {
        var query = request.line().query();
        return query.isEmpty() || given.contains("?") ? given : given + '?' + query;
    }
}
