package dev.onceward.intake.release;

import java.util.Optional;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.admin.Actor;
import dev.onceward.intake.admin.AdminAnswers;
import dev.onceward.intake.dryrun.DryRun;
import dev.onceward.intake.quarantine.Quarantine;
import dev.onceward.intake.quarantine.QuarantinedRequest;
import dev.onceward.intake.source.Source;

/// The admin API of the quarantine.
@Path("/sources/{source}/quarantine")
final class QuarantineResource {
    private static final long LONGEST_BODY = 8 << 10;

    private final AdminAnswers admin;
    private final Quarantine quarantine;
    private final ReleaseOrDrop releaseOrDrop;
    private final DryRun dryRun;

    QuarantineResource(AdminAnswers admin, Quarantine quarantine, ReleaseOrDrop releaseOrDrop, DryRun dryRun) {
        this.admin = admin;
        this.quarantine = quarantine;
        this.releaseOrDrop = releaseOrDrop;
        this.dryRun = dryRun;
    }

    @GET
    public Uni<RestResponse<String>> list(@RestPath String source, @Context HttpServerRequest request) {
        return admin.about(source, request,
                known -> AdminAnswers.shown(quarantine.list(known).map(QuarantineJson::list)));
    }

    @GET
    @Path("/{id}")
    public Uni<RestResponse<String>> one(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.about(source, request, known -> admin.found(find(known, id),
                found -> AdminAnswers.shown(Uni.createFrom().item(QuarantineJson.of(found)))));
    }

    /// As it would be judged by the secrets of today, at the time it came.
    @POST
    @Path("/{id}/verify")
    public Uni<RestResponse<String>> verify(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.about(source, request, known -> admin.found(find(known, id),
                found -> AdminAnswers.shown(dryRun.judgeAgain(known, found.request(), found.summary().at()))));
    }

    @POST
    @Path("/{id}/release")
    public Uni<RestResponse<String>> release(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.withBody(source, request, _ -> LONGEST_BODY,
                (known, letter) -> release(known, id, Actor.of(letter)));
    }

    @POST
    @Path("/{id}/drop")
    public Uni<RestResponse<String>> drop(@RestPath String source, @RestPath String id,
            @Context HttpServerRequest request) {
        return admin.withBody(source, request, _ -> LONGEST_BODY, (known, letter) -> drop(known, id, Actor.of(letter)));
    }

    private Uni<RestResponse<String>> release(Source source, String id, Actor actor) {
        return admin.found(find(source, id),
                found -> admin.said(source, releaseOrDrop.release(source, found, actor)));
    }

    private Uni<RestResponse<String>> drop(Source source, String id, Actor actor) {
        return releaseOrDrop.drop(source, AdminAnswers.id(id), actor).onItem().transformToUni(dropped -> dropped
                ? AdminAnswers.shown(Uni.createFrom().item(new JsonObject().put("dropped", true)))
                : admin.unknown());
    }

    private Uni<Optional<QuarantinedRequest>> find(Source source, String id) {
        return quarantine.find(source, AdminAnswers.id(id));
    }
}
