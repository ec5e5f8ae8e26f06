package dev.onceward.intake.release;

import java.util.UUID;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.dryrun.DryRun;
import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.quarantine.QuarantinedRequest;
import dev.onceward.intake.source.Source;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// The admin API of the quarantine.
@Path("/api/v1/sources/{source}/quarantine")
final class QuarantineResource {
    private final AdminApi admin;
    private final Sources sources;
    private final Quarantine quarantine;
    private final ReleaseOrDrop releaseOrDrop;
    private final DryRun dryRun;
    private final IntakeAnswers intakeAnswers;

    QuarantineResource(AdminApi admin, Sources sources, Quarantine quarantine, ReleaseOrDrop releaseOrDrop,
            DryRun dryRun, IntakeAnswers intakeAnswers) {
        this.admin = admin;
        this.sources = sources;
        this.quarantine = quarantine;
        this.releaseOrDrop = releaseOrDrop;
        this.dryRun = dryRun;
        this.intakeAnswers = intakeAnswers;
    }

    @GET
    public Uni<RestResponse<String>> list(@RestPath String source, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> quarantine.list(sources.required(source))
                .map(items -> AdminAnswer.json(QuarantineJson.list(items))));
    }

    @GET
    @Path("/{id}")
    public Uni<RestResponse<String>> one(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> find(sources.required(source), id)
                .map(found -> AdminAnswer.json(QuarantineJson.of(found))));
    }

    /// Verifies the request as of the time at which it arrived, but with the present secrets.
    @POST
    @Path("/{id}/verify")
    public Uni<RestResponse<String>> verify(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> verify(sources.required(source), id));
    }

    /// Stores the request as the event that it claims to be, and answers as its sender would have been answered.
    @POST
    @Path("/{id}/release")
    public Uni<RestResponse<String>> release(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request,
                () -> actor(request).chain(actor -> release(sources.required(source), id, actor)));
    }

    @POST
    @Path("/{id}/drop")
    public Uni<RestResponse<String>> drop(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request,
                () -> actor(request).chain(actor -> drop(sources.required(source), uuid(id), actor)));
    }

    private Uni<Actor> actor(HttpServerRequest request) {
        return admin.body(request).map(body -> AdminParameters.ofBody(body, Actor.NAMES, Actor::of));
    }

    private Uni<RestResponse<String>> verify(Source source, String id) {
        return find(source, id)
                .chain(found -> dryRun.verifyAgain(source, found.request(), found.summary().at()))
                .map(AdminAnswer::json);
    }

    private Uni<RestResponse<String>> release(Source source, String id, Actor actor) {
        return find(source, id)
                .chain(found -> releaseOrDrop.release(source, found, actor))
                .map(received -> intakeAnswers.to(source, received));
    }

    private Uni<RestResponse<String>> drop(Source source, UUID id, Actor actor) {
        return releaseOrDrop.drop(source, id, actor).map(dropped -> {
            if (!dropped) {
                throw unknown();
            }
            return AdminAnswer.json(new JsonObject().put("dropped", true));
        });
    }

    private Uni<QuarantinedRequest> find(Source source, String id) {
        return quarantine.find(source, uuid(id))
                .map(found -> found.orElseThrow(QuarantineResource::unknown));
    }

    private static UUID uuid(String id) {
        return AdminParameters.uuid("The id of a request in quarantine", id);
    }

    private static ProblemException unknown() {
        return new ProblemException(new Problem(ProblemType.NOT_IN_QUARANTINE,
                "GET /api/v1/sources/{source}/quarantine lists the requests in quarantine."));
    }
}
