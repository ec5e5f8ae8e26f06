package dev.onceward.intake.dryrun;

import java.time.Clock;
import java.time.Duration;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.body.ReadBody;
import dev.onceward.runtime.problem.ProblemException;

/// Tells an operator whether a request would be accepted, and why. Its sender is never told why.
@Path("/api/v1/sources/{source}/verify")
final class VerifyResource {
    private final AdminApi admin;
    private final Sources sources;
    private final BodyMemoryLimit bodyMemoryLimit;
    private final DryRun dryRun;
    private final Clock clock;
    private final Duration bodyTimeout;

    VerifyResource(AdminApi admin, Sources sources, BodyMemoryLimit bodyMemoryLimit, DryRun dryRun, Clock clock,
            IntakeConfig config) {
        this.admin = admin;
        this.sources = sources;
        this.bodyMemoryLimit = bodyMemoryLimit;
        this.dryRun = dryRun;
        this.clock = clock;
        this.bodyTimeout = config.bodyTimeout();
    }

    @POST
    public Uni<RestResponse<String>> verify(@RestPath String source, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> verify(sources.required(source), request));
    }

    private Uni<RestResponse<String>> verify(Source source, HttpServerRequest request) {
        var memory = bodyMemoryLimit.newShare();
        return admin.body(request, DryRunRequest.longest(source.limits().maxBody()), bodyTimeout, memory)
                .chain(body -> verify(source, body))
                .map(AdminAnswer::json)
                .onFailure(BodyMemoryFull.class).transform(_ -> new ProblemException(ReadBody.NO_MEMORY))
                .onTermination().invoke(memory::end);
    }

    private Uni<JsonObject> verify(Source source, Request body) {
        var dryRunRequest = DryRunRequest.of(body, source.limits().maxBody(), clock.instant());
        return dryRun.verify(source, dryRunRequest.request(), dryRunRequest.at());
    }
}
