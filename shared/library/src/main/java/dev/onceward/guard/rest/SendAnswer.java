package dev.onceward.guard.rest;

import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;

import io.quarkus.arc.NoClassInterceptors;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

import dev.onceward.internal.answer.RestAnswer;

/// Puts the answer that the guard keeps in the place of what the method returned, so that the first answer and its repetitions are
/// equal byte for byte. It comes before the other filters of responses, which then see the answer that is sent.
@Provider
@Idempotent(operation = "")
@Priority(Integer.MAX_VALUE)
class SendAnswer implements ContainerResponseFilter {
    private static final String ANSWER = SendAnswer.class.getName();

    static void instead(ResteasyReactiveRequestContext context, RestAnswer answer) {
        context.setProperty(ANSWER, answer);
    }

    @Override
    @NoClassInterceptors
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (request.getProperty(ANSWER) instanceof RestAnswer answer) {
            response.setStatus(answer.status());
            answer.contentType().ifPresentOrElse(
                    type -> response.setEntity(answer.body().getBytes(), response.getEntityAnnotations(),
                            MediaType.valueOf(type)),
                    () -> response.setEntity(null));
            response.getHeaders().clear();
            answer.headers().forEach((name, values) -> response.getHeaders().addAll(name, values.toArray()));
        }
    }
}
