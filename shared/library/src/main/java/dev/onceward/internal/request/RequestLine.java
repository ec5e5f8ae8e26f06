package dev.onceward.internal.request;

/// The method and the query of a request, and the address of its sender.
///
/// @param query as it was sent, without the question mark; empty if there was none
/// @param peer the address of the other end of the connection
public record RequestLine(String method, String query, String peer) {

    /// A POST without a query and without a known sender.
    public static final RequestLine POST = new RequestLine("POST", "", "");

    /// Omits the query, which may contain a secret.
    @Override
    public String toString() {
        return method + " of " + peer;
    }
}
