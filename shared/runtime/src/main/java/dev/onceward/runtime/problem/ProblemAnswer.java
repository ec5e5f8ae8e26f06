package dev.onceward.runtime.problem;

import java.time.Duration;

import jakarta.ws.rs.core.HttpHeaders;

import io.quarkus.logging.Log;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/// Writes a problem as an HTTP answer.
public final class ProblemAnswer {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private ProblemAnswer() {}

    public static RestResponse<String> of(Problem problem) {
        return of(problem, RETRY_AFTER);
    }

    /// @param retryAfter what `Retry-After` says where the problem may be over soon
    public static RestResponse<String> of(Problem problem, Duration retryAfter) {
        var response = ResponseBuilder.<String>create(problem.type().status())
                .entity(problem.json().encode())
                .type(Problem.MEDIA_TYPE);
        return switch (problem.type()) {
            case UNAVAILABLE -> response.header(HttpHeaders.RETRY_AFTER, seconds(retryAfter)).build();
            case TOKEN_NEEDED -> response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer").build();
            default -> response.build();
        };
    }

    /// Logs a failure that is an error in this program, and answers it.
    public static RestResponse<String> unexpected(Throwable failure) {
        Log.error("a request failed unexpectedly", failure);
        return of(new Problem(ProblemType.INTERNAL,
                "It is unknown whether the request took effect. It can be sent again; a webhook with the same key."));
    }

    private static String seconds(Duration time) {
        return Long.toString(Math.max(1, time.toSeconds()));
    }
}
