package dev.onceward.intake.answer;

import jakarta.inject.Singleton;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.WebApplicationException;

import io.quarkus.logging.Log;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.server.ServerExceptionMapper;

import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// What the framework refuses, in the same words as what we refuse.
@Singleton
final class QuarkusErrorAnswers {
    private final IntakeAnswers intakeAnswers;

    QuarkusErrorAnswers(IntakeAnswers intakeAnswers) {
        this.intakeAnswers = intakeAnswers;
    }

    @ServerExceptionMapper
    public RestResponse<String> notFound(NotFoundException refusal) {
        return intakeAnswers.of(new Problem(ProblemType.NOT_FOUND, "GET / says what is here."));
    }

    @ServerExceptionMapper
    public RestResponse<String> notAllowed(NotAllowedException refusal) {
        return intakeAnswers.of(new Problem(ProblemType.METHOD_NOT_ALLOWED, "GET / says what is here."));
    }

    @ServerExceptionMapper
    public RestResponse<String> refused(WebApplicationException refusal) {
        return refusal.getResponse().getStatus() < 500
                ? intakeAnswers.of(new Problem(ProblemType.MALFORMED, "The request cannot be understood."))
                : unexpected(refusal);
    }

    @ServerExceptionMapper
    public RestResponse<String> unexpected(Throwable failure) {
        Log.error("intake failed to handle a request", failure);
        return intakeAnswers
                .of(new Problem(ProblemType.INTERNAL,
                        "It is unknown whether the event was stored. Send it again with the same key."));
    }
}
