package dev.onceward.relay;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import io.quarkus.logging.Log;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

/// What the relay answers, as HTTP.
final class RelayAnswers {
    private RelayAnswers() {}

    static RestResponse<String> ok(JsonObject json) {
        return ResponseBuilder.ok(json.encode(), MediaType.APPLICATION_JSON).build();
    }

    static RestResponse<String> of(Problem problem) {
        var response = ResponseBuilder.<String>create(problem.type().status())
                .entity(problem.json().encode())
                .type(Problem.MEDIA_TYPE);
        return switch (problem.type()) {
            case UNAVAILABLE -> response.header(HttpHeaders.RETRY_AFTER, "1").build();
            case TOKEN_NEEDED -> response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer").build();
            default -> response.build();
        };
    }

    static RestResponse<String> malformed(String detail) {
        return of(new Problem(ProblemType.MALFORMED, detail));
    }

    /// PostgreSQL cannot be asked.
    static RestResponse<String> unavailable(Throwable failure) {
        Log.warnf("cannot answer: cause=%s", failure.toString());
        return of(new Problem(ProblemType.UNAVAILABLE, "PostgreSQL cannot be asked at the moment."));
    }
}
