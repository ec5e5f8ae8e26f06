package dev.onceward.intake;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.intake.Entrance.Turned;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;

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
                ? Uni.createFrom()
                        .emitter(reader -> new ReadBody(vertx, request, source.maxBody(), reader).within(bodyTimeout))
                : Uni.createFrom().item(new Turned(new Problem(ProblemType.MEDIA_TYPE,
                        "The source " + source.name() + " takes " + String.join(", ", source.contentTypes()) + ".")));
    }
}
