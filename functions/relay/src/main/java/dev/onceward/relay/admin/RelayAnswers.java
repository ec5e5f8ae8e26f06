package dev.onceward.relay.admin;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import io.quarkus.logging.Log;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// What the relay answers, as HTTP.
public final class RelayAnswers {
    private RelayAnswers() {}

    public static RestResponse<String> ok(JsonObject json) {
        return ResponseBuilder.ok(json.encode(), MediaType.APPLICATION_JSON).build();
    }

    /// It is done, and there is nothing to tell.
    public static RestResponse<String> nothing() {
        return ResponseBuilder.<String>noContent().build();
    }

    public static RestResponse<String> of(Problem problem) {
        var response = ResponseBuilder.<String>create(problem.type().status())
                .entity(problem.json().encode())
                .type(Problem.MEDIA_TYPE);
        return switch (problem.type()) {
            case UNAVAILABLE -> response.header(HttpHeaders.RETRY_AFTER, "1").build();
            case TOKEN_NEEDED -> response.header(HttpHeaders.WWW_AUTHENTICATE, "Bearer").build();
            default -> response.build();
        };
    }

    public static RestResponse<String> malformed(String detail) {
        return of(new Problem(ProblemType.MALFORMED, detail));
    }

    /// PostgreSQL cannot be asked.
    public static RestResponse<String> unavailable(Throwable failure) {
        Log.warnf("the relay could not answer an operator's request: cause=%s", failure.toString());
        return postgresIsAway();
    }

    public static RestResponse<String> postgresIsAway() {
        return of(new Problem(ProblemType.UNAVAILABLE, "PostgreSQL cannot be asked at the moment."));
    }

    public static RestResponse<String> tooManyWait() {
        return of(new Problem(ProblemType.UNAVAILABLE,
                "Too many callers wait for a run already. It goes on without this one."));
    }
}
