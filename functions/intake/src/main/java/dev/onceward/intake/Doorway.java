package dev.onceward.intake;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.intake.Entrance.Turned;
import dev.onceward.intake.source.Source;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Line;
import dev.onceward.request.Request;

/// Lets a request of a source in, whole and within its limits, or says what stopped it.
@Singleton
final class Doorway {
    private final Vertx vertx;
    private final long bodyTimeout;

    Doorway(Vertx vertx, IntakeConfig config) {
        this.vertx = vertx;
        this.bodyTimeout = config.bodyTimeout().toMillis();
    }

    Uni<Entrance> enter(Source source, HttpServerRequest request) {
        return source.takes(request.getHeader("content-type"))
                ? read(request, source.maxBody())
                : Uni.createFrom().item(new Turned(new Problem(ProblemType.MEDIA_TYPE,
                        "The source " + source.name() + " takes " + String.join(", ", source.contentTypes()) + ".")));
    }

    /// What an operator sends is of no source, and has a cap of its own.
    Uni<Entrance> read(HttpServerRequest request, long cap) {
        return Uni.createFrom().emitter(reader -> new ReadBody(vertx, request, cap, reader).within(bodyTimeout));
    }

    /// What is known of a request without its body.
    static Request bodiless(HttpServerRequest request) {
        return new Request(line(request), request.headers(), Buffer.buffer());
    }

    static Line line(HttpServerRequest request) {
        var query = request.query();
        var peer = request.remoteAddress();
        return new Line(request.method().name(), query == null ? "" : query, peer == null ? "" : peer.hostAddress());
    }
}
