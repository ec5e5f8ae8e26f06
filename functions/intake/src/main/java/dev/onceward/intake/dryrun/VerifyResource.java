package dev.onceward.intake.dryrun;

import java.time.Clock;

import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.admin.AdminAnswers;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.request.Request;

/// Tells an operator how a request would be judged, and why, which its sender is never told.
@Path("/sources/{source}/verify")
final class VerifyResource {
    private final AdminAnswers admin;
    private final DryRun dryRun;
    private final Clock clock;

    VerifyResource(AdminAnswers admin, DryRun dryRun, Clock clock) {
        this.admin = admin;
        this.dryRun = dryRun;
        this.clock = clock;
    }

    @POST
    public Uni<RestResponse<String>> verify(@RestPath String source, @Context HttpServerRequest request) {
        return admin.withBody(source, request, known -> DryRunRequest.most(known.limits().maxBody()), this::judge);
    }

    private Uni<RestResponse<String>> judge(Source source, Request letter) {
        var specimen = DryRunRequest.of(letter, source.limits().maxBody(), clock.instant());
        return AdminAnswers.shown(dryRun.judge(source, specimen.request(), specimen.at()));
    }
}
