package dev.onceward.runtime.problem;

import io.vertx.core.json.JsonObject;

/// The reason why a request is refused, in the form of RFC 9457.
///
/// @param detail a sentence that names what was wrong and what is allowed; it never quotes a secret
public record Problem(ProblemType type, String detail) {
    public static final String MEDIA_TYPE = "application/problem+json";

    public JsonObject json() {
        return new JsonObject()
                .put("type", type.uri())
                .put("title", type.title())
                .put("status", type.status())
                .put("detail", detail);
    }
}
