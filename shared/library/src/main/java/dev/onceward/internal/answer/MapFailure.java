package dev.onceward.internal.answer;

import java.util.Optional;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import org.jboss.resteasy.reactive.ResteasyReactiveClientProblem;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.spi.AsyncExceptionMapperContext;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveAsyncExceptionMapper;
import org.jboss.resteasy.reactive.server.spi.ResteasyReactiveExceptionMapper;
import org.jboss.resteasy.reactive.server.spi.ServerRequestContext;

/// Finds the response of a failure as Quarkus REST does: the response of the failure itself if it has a body, else what its
/// exception mapper makes of it.
final class MapFailure {
    private MapFailure() {}

    /// Fails with the failure if nobody maps it.
    static Uni<Response> of(ResteasyReactiveRequestContext context, Throwable failure) {
        var own = ownResponse(failure);
        if (own.isPresent() && own.get().hasEntity()) {
            return Uni.createFrom().item(own.get());
        }
        var mapper = mapper(context, failure);
        return mapper.isPresent()
                ? mapper.get()
                : own.map(Uni.createFrom()::item).orElseGet(() -> Uni.createFrom().failure(failure));
    }

    /// The answer of another server, which a client of this application has got, is none of its own.
    private static Optional<Response> ownResponse(Throwable failure) {
        return failure instanceof WebApplicationException own && !(failure instanceof ResteasyReactiveClientProblem)
                ? Optional.of(own.getResponse())
                : Optional.empty();
    }

    private static Optional<Uni<Response>> mapper(ResteasyReactiveRequestContext context, Throwable failure) {
        @SuppressWarnings("unchecked")
        var type = (Class<Throwable>) failure.getClass();
        var found = context.getDeployment().getExceptionMapper().getExceptionMapper(type, context, failure);
        return Optional.ofNullable(found)
                .map(entry -> map(context, entry.getKey(), entry.getValue()));
    }

    @SuppressWarnings("unchecked")
    private static Uni<Response> map(ResteasyReactiveRequestContext context, Throwable failure,
            ExceptionMapper<? extends Throwable> mapper) {
        return switch (mapper) {
            case ResteasyReactiveAsyncExceptionMapper<?> async -> Uni.createFrom()
                    .emitter(emitter -> ((ResteasyReactiveAsyncExceptionMapper<Throwable>) async)
                            .asyncResponse(failure, new EmitResponse(context, emitter)));
            case ResteasyReactiveExceptionMapper<?> withContext -> Uni.createFrom()
                    .item(() -> ((ResteasyReactiveExceptionMapper<Throwable>) withContext)
                            .toResponse(failure, context));
            default -> Uni.createFrom().item(() -> ((ExceptionMapper<Throwable>) mapper).toResponse(failure));
        };
    }

    /// Takes the response of a mapper that answers later. The request itself waits for the guard already.
    private record EmitResponse(ResteasyReactiveRequestContext context,
            UniEmitter<? super Response> emitter) implements AsyncExceptionMapperContext {

        @Override
        public ServerRequestContext serverRequestContext() {
            return context;
        }

        @Override
        public void suspend() {}

        @Override
        public void resume() {}

        @Override
        public void setResponse(Response response) {
            emitter.complete(response);
        }
    }
}
