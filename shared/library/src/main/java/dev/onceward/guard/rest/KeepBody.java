package dev.onceward.guard.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;

import io.quarkus.arc.NoClassInterceptors;

import dev.onceward.internal.answer.IdempotencyProblem;
import dev.onceward.internal.answer.StatusProfile;
import dev.onceward.internal.rest.RequestBody;

/// Keeps the bytes of a body before a parameter of the method is made of them, because a repetition must repeat them. The
/// annotation binds this provider to idempotent methods; its own method is none.
@Provider
@Idempotent(operation = "")
class KeepBody implements ReaderInterceptor {
    private final Instance<RestOperations> operations;

    KeepBody(Instance<RestOperations> operations) {
        this.operations = operations;
    }

    @Override
    @NoClassInterceptors
    public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        var max = operations.get().maxBody();
        var body = context.getInputStream().readNBytes(max + 1);
        if (body.length > max) {
            throw new WebApplicationException(tooLarge(max));
        }
        RequestBody.keep(context, body);
        context.setInputStream(new ByteArrayInputStream(body));
        return context.proceed();
    }

    private static Response tooLarge(int max) {
        var answer = IdempotencyProblem.TOO_LARGE.answer(StatusProfile.IETF, Optional.empty(),
                "A body has at most " + max + " bytes here.");
        var response = Response.status(answer.status()).entity(answer.body().getBytes());
        answer.headers().forEach((name, values) -> response.header(name, values.getFirst()));
        return response.build();
    }
}
