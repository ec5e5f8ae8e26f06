package dev.onceward.internal.answer;

import java.util.Locale;
import java.util.Optional;

import jakarta.ws.rs.core.HttpHeaders;

import io.vertx.core.json.JsonObject;

/// The answers of an idempotent endpoint that are not those of its method, each with its status in both profiles.
public enum IdempotencyProblem {
    KEY_MISSING(400, 400, "The request needs a key"),
    KEY_MALFORMED(400, 400, "The key cannot be used"),
    CALLER_UNKNOWN(400, 400, "The request does not say who sends it"),
    TOO_LARGE(413, 413, "The body is too large"),
    IN_FLIGHT(409, 202, "The first request with this key is in flight"),
    HELD(409, 202, "An operator has to decide about this key"),
    KEY_REUSED(422, 409, "The key was used with another request"),
    FAILED_EARLIER(500, 422, "The first request with this key has failed"),
    ANSWER_NOT_KEPT(410, 410, "The answer is not kept"),
    UNAVAILABLE(503, 503, "The service is unavailable at the moment");

    private static final String MEDIA_TYPE = "application/problem+json";
    private static final String BASE = "https://onceward.dev/problems/";

    private final int ietf;
    private final int accepted;
    private final String title;

    IdempotencyProblem(int ietf, int accepted, String title) {
        this.ietf = ietf;
        this.accepted = accepted;
        this.title = title;
    }

    /// @param documentation where the problem links to, if not to a page of its own
    /// @param detail a sentence that quotes nothing of the request
    public RestAnswer answer(StatusProfile profile, Optional<String> documentation, String detail) {
        var status = profile == StatusProfile.IETF ? ietf : accepted;
        var json = new JsonObject().put("type", uri()).put("title", title).put("status", status).put("detail", detail);
        return RestAnswer.of(status, MEDIA_TYPE, json.encode())
                .with(HttpHeaders.LINK,
                        "<%s>; rel=\"describedby\"; type=\"text/html\"".formatted(documentation.orElse(uri())));
    }

    private String uri() {
        return BASE + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
