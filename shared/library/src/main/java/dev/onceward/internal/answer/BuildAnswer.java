package dev.onceward.internal.answer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import io.vertx.core.buffer.Buffer;
import org.jboss.resteasy.reactive.common.PreserveTargetException;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;
import org.jboss.resteasy.reactive.server.handlers.FixedProducesHandler;
import org.jboss.resteasy.reactive.server.handlers.ResponseHandler;
import org.jboss.resteasy.reactive.server.handlers.VariableProducesHandler;
import org.jboss.resteasy.reactive.server.spi.ServerRestHandler;
import org.jspecify.annotations.Nullable;

/// Builds the answer of a method from what it returns or throws. Quarkus REST itself does so after the method, but not any
/// more when the client has gone, and the answer must be kept in either case. So its own handlers are called here, and write
/// into a buffer.
public final class BuildAnswer {
    private static final int SERVER_ERROR = 500;

    /// The server adds these itself.
    private static final Set<String> OF_THE_CONNECTION = Set.of("content-length", "transfer-encoding", "connection");

    private final ResteasyReactiveRequestContext context;
    private final boolean keepErrors;

    /// @param keepErrors whether an answer of 500 and above is an answer like others. If not, it is a failure
    public BuildAnswer(ResteasyReactiveRequestContext context, boolean keepErrors) {
        this.context = context;
        this.keepErrors = keepErrors;
    }

    /// Fails with a [FailedAnswer].
    public Uni<RestAnswer> of(@Nullable Object value, @Nullable Throwable failure) {
        return failure == null
                ? Uni.createFrom().item(Unchecked.supplier(() -> built(value))).onFailure()
                        .recoverWithUni(this::ofUnwritable)
                        .onItem().transformToUni(answer -> unlessError(answer, null))
                : ofFailure(failure).onItem().transformToUni(answer -> unlessError(answer, failure));
    }

    private Uni<RestAnswer> ofFailure(Throwable failure) {
        return MapFailure.of(context, failure)
                .map(Unchecked.function(this::builtOfMapped))
                .onFailure().transform(unmapped -> new FailedAnswer(unmapped, null));
    }

    /// Quarkus REST wraps what its writers throw.
    private Uni<RestAnswer> ofUnwritable(Throwable failure) {
        return ofFailure(failure instanceof PreserveTargetException wrapped
                ? Objects.requireNonNullElse(wrapped.getCause(), wrapped)
                : failure);
    }

    /// What the method said about the type of its answer does not count for a failure.
    private RestAnswer builtOfMapped(Response response) throws Exception {
        var _ = context.setEntityWriter(null).setResponseContentType((MediaType) null).setResult(response);
        ResponseHandler.NO_CUSTOMIZER_INSTANCE.handle(context);
        return answer(context.getResponse().get());
    }

    private Uni<RestAnswer> unlessError(RestAnswer answer, @Nullable Throwable failure) {
        if (answer.status() < SERVER_ERROR || keepErrors) {
            return Uni.createFrom().item(answer);
        }
        var cause = failure == null ? new IllegalStateException("the method answered " + answer.status()) : failure;
        return Uni.createFrom().failure(new FailedAnswer(cause, answer));
    }

    private RestAnswer built(@Nullable Object result) throws Exception {
        var _ = context.setResult(result);
        for (var handler : context.getTarget().getHandlerChain()) {
            if (makesResponse(handler)) {
                handler.handle(context);
            }
        }
        return answer(context.getResponse().get());
    }

    private static boolean makesResponse(ServerRestHandler handler) {
        return handler instanceof FixedProducesHandler || handler instanceof VariableProducesHandler
                || handler instanceof ResponseHandler;
    }

    private RestAnswer answer(Response response) throws IOException {
        var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(response.getStringHeaders());
        headers.keySet().removeAll(OF_THE_CONNECTION);
        if (!response.hasEntity()) {
            return new RestAnswer(response.getStatus(), headers, Buffer.buffer());
        }
        var body = written(response.getEntity());
        headers.put(HttpHeaders.CONTENT_TYPE, List.of(context.getResponseContentType().toString()));
        return new RestAnswer(response.getStatus(), headers, body);
    }

    /// Where an output stream is set, the writers of Quarkus REST write there, and not to the client.
    private Buffer written(Object entity) throws IOException {
        var writer = context.getEntityWriter();
        var interceptors = context.getWriterInterceptors();
        var buffer = new ByteArrayOutputStream();
        context.setOutputStream(buffer);
        var _ = context.setWriterInterceptors(null);
        try {
            (writer == null ? context.getDeployment().getDynamicEntityWriter() : writer).write(context, entity);
            return Buffer.buffer(buffer.toByteArray());
        } finally {
            context.setOutputStream(null);
            var _ = context.setWriterInterceptors(interceptors);
            context.serverResponse().setPreCommitListener(null);
        }
    }
}
