package dev.onceward.guard.rest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

import jakarta.enterprise.inject.Instance;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;

import io.quarkus.arc.NoClassInterceptors;
import io.quarkus.security.identity.CurrentIdentityAssociation;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveContainerRequestContext;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.answer.IdempotencyProblem;
import dev.onceward.internal.answer.StatusProfile;
import dev.onceward.internal.rest.RequestBody;

/// Finds out who sends a request, and keeps the bytes of its body before a parameter of the method is made of them, because a
/// repetition must repeat them. The annotation binds this provider to idempotent methods; its own methods are none.
@Provider
@Idempotent(operation = "")
class PrepareRequest implements ContainerRequestFilter, ReaderInterceptor {
    private final Instance<IdempotentOperations> operations;
    private final Instance<CurrentIdentityAssociation> identity;

    PrepareRequest(Instance<IdempotentOperations> operations, Instance<CurrentIdentityAssociation> identity) {
        this.operations = operations;
        this.identity = identity;
    }

    /// With `quarkus.http.auth.proactive=false` nobody has authenticated the request if the method has no security annotation.
    /// All users would share the keys of anonymous requests.
    @Override
    @NoClassInterceptors
    public void filter(ContainerRequestContext request) {
        if (identity.isResolvable() && request.getSecurityContext().getUserPrincipal() == null
                && request instanceof ResteasyReactiveContainerRequestContext context) {
            var authentication = identity.get().getDeferredIdentity().subscribeAsCompletionStage();
            if (!authentication.isDone() || authentication.isCompletedExceptionally()) {
                context.suspend();
                var _ = authentication.whenComplete((_, failure) -> resume(context, failure));
            }
        }
    }

    private static void resume(ResteasyReactiveContainerRequestContext context, @Nullable Throwable failure) {
        if (failure == null) {
            context.resume();
        } else {
            context.resume(failure);
        }
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
