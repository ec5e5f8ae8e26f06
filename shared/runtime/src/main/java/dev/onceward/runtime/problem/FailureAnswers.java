package dev.onceward.runtime.problem;

import jakarta.inject.Singleton;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;

import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

/// Answers each failure of a request as a problem, also those that Quarkus finds before a resource is called.
@Singleton
final class FailureAnswers {
    private static final String SEE_LISTS = "GET / of intake and GET /relay of the relay list the addresses.";

    @ServerExceptionMapper
    public RestResponse<String> problem(ProblemException failure) {
        return ProblemAnswer.of(failure.problem());
    }

    @ServerExceptionMapper
    public RestResponse<String> notFound(NotFoundException refusal) {
        return ProblemAnswer.of(new Problem(ProblemType.NOT_FOUND, SEE_LISTS));
    }

    @ServerExceptionMapper
    public RestResponse<String> notAllowed(NotAllowedException refusal) {
        return ProblemAnswer.of(new Problem(ProblemType.METHOD_NOT_ALLOWED, SEE_LISTS));
    }

    /// Quarkus refuses what it cannot read with these statuses. Another status is the answer of a resource that is no part of a
    /// function, such as one of the sample.
    @ServerExceptionMapper
    public Response refused(WebApplicationException refusal) {
        var answer = refusal.getResponse();
        if (answer.hasEntity()) {
            return answer;
        }
        return switch (answer.getStatus()) {
            case 400, 406, 415 -> ProblemAnswer
                    .of(new Problem(ProblemType.MALFORMED, "The request cannot be understood.")).toResponse();
            case 500 -> unexpected(refusal).toResponse();
            default -> answer;
        };
    }

    @ServerExceptionMapper
    public RestResponse<String> unexpected(Throwable failure) {
        return ProblemAnswer.unexpected(failure);
    }
}
