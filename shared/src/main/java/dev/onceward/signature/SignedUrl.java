package dev.onceward.signature;

import dev.onceward.request.Request;

/// The address the sender was given, with the query it sent. What a proxy made of it counts for nothing.
public final class SignedUrl {
    private SignedUrl() {}

    /// @param given as the source has it, with a query or without
    public static String of(String given, Request request) {
        var query = request.line().query();
        var question = given.indexOf('?');
        var place = question < 0 ? given : given.substring(0, question);
        return query.isEmpty() ? place : place + '?' + query;
    }
}
