package dev.onceward.internal.request;

/// What stands in front of a request's headers, and who is at the other end.
///
/// @param query as it was sent, without the question mark; empty if there was none
/// @param peer the address of the other end
public record RequestLine(String method, String query, String peer) {

    /// A request that was posted without a query, by nobody in particular.
    public static final RequestLine POST = new RequestLine("POST", "", "");

    /// Without the query, which may hold a secret.
    @Override
    public String toString() {
        return method + " of " + peer;
    }
}
