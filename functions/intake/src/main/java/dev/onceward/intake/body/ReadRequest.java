package dev.onceward.intake.body;

import java.util.function.Function;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.body.RequestRead.NotRead;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Lets a request of a source in, whole and within its limits, or says what stopped it.
@Singleton
public final class ReadRequest {
    private final Vertx vertx;
    private final BodyMemoryLimit bodyMemoryLimit;
    private final long bodyTimeout;

    ReadRequest(Vertx vertx, BodyMemoryLimit bodyMemoryLimit, IntakeConfig config) {
        this.vertx = vertx;
        this.bodyMemoryLimit = bodyMemoryLimit;
        this.bodyTimeout = config.bodyTimeout().toMillis();
    }

    /// @param inside what becomes of it; when that is over, its body takes no more room
    public <T> Uni<T> enter(Source source, HttpServerRequest request, Function<RequestRead, Uni<T>> inside) {
        return source.takes(request.getHeader("content-type"))
                ? read(request, source.maxBody(), inside)
                : inside.apply(new NotRead(new Problem(ProblemType.MEDIA_TYPE,
                        "The source " + source.name() + " takes " + String.join(", ", source.contentTypes()) + ".")));
    }

    /// What an operator sends is of no source, and has a cap of its own.
    public <T> Uni<T> read(HttpServerRequest request, long cap, Function<RequestRead, Uni<T>> inside) {
        var share = bodyMemoryLimit.new Share();
        return Uni.createFrom().<RequestRead>emitter(
                reader -> new ReadBody(vertx, request, cap, share, reader).within(bodyTimeout))
                .onItem().transformToUni(inside::apply)
                .onFailure(BodyMemoryFull.class)
                .recoverWithUni(() -> inside.apply(new NotRead(ReadBody.NO_MEMORY)))
                .onTermination().invoke(share::end);
    }

    /// What is known of a request without its body.
    public static Request bodiless(HttpServerRequest request) {
        return new Request(line(request), request.headers(), new byte[0], BodyMemory.UNLIMITED);
    }

    public static RequestLine line(HttpServerRequest request) {
        var query = request.query();
        return new RequestLine(request.method().name(), query == null ? "" : query, peer(request.remoteAddress()));
    }

    /// Whoever forwards may have written no address at all.
    private static String peer(@Nullable SocketAddress peer) {
        var address = peer == null ? null : peer.hostAddress();
        return address == null ? "" : address;
    }
}
