package dev.onceward.runtime.problem;

import java.util.Locale;

/// All reasons for refusing a request, each with its status.
public enum ProblemType {
    MALFORMED(400, "The request cannot be understood"),
    KEY_MISSING(400, "The request needs a key"),
    KEY_MALFORMED(400, "The key cannot be used"),
    VERIFICATION_FAILED(401, "The signature was not accepted"),
    TOKEN_NEEDED(401, "A token is needed"),
    NOT_FOUND(404, "Nothing exists at this address"),
    UNKNOWN_SOURCE(404, "No such source"),
    UNKNOWN_EVENT(404, "No such event"),
    NOT_IN_QUARANTINE(404, "No such request in quarantine"),
    UNKNOWN_SUBSCRIPTION(404, "No such subscription"),
    UNKNOWN_OPERATION_KEY(404, "No such key of an operation"),
    METHOD_NOT_ALLOWED(405, "The method is not allowed here"),
    TOO_SLOW(408, "The request took too long to arrive"),
    KEY_NOT_HELD(409, "The key is not held"),
    TOO_LARGE(413, "The body is too large"),
    MEDIA_TYPE(415, "The media type is not accepted"),
    KEY_REUSED(422, "The key was used with another body"),
    NOT_STORABLE(422, "The event cannot be stored"),
    INTERNAL(500, "The server failed"),
    UNAVAILABLE(503, "The service is unavailable at the moment");

    private static final String BASE = "https://onceward.dev/problems/";

    private final int status;
    private final String title;

    ProblemType(int status, String title) {
        this.status = status;
        this.title = title;
    }

    public int status() {
        return status;
    }

    public String title() {
        return title;
    }

    /// The word for metrics and logs, and the end of the type's URI.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String uri() {
        return BASE + word();
    }
}
