package dev.onceward.intake.admin;

import java.util.Map;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.stats.SourceCounts;
import dev.onceward.intake.stats.SourceTotals;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Counts per source, of all replicas, at most a second old, for the operator: they name all sources, and say to a forger
/// what the 401 does not.
@Path("/stats")
final class StatsResource {
    private static final SourceTotals NOTHING = new SourceTotals(0, 0, 0);

    private final SourceCounts sourceCounts;
    private final Sources sources;
    private final IntakeAdminToken token;
    private final IntakeAnswers intakeAnswers;

    StatsResource(SourceCounts sourceCounts, Sources sources, IntakeAdminToken token, IntakeAnswers intakeAnswers) {
        this.sourceCounts = sourceCounts;
        this.sources = sources;
        this.token = token;
        this.intakeAnswers = intakeAnswers;
    }

    @GET
    public Uni<RestResponse<String>> stats(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return token.refusal(authorization)
                .map(refusal -> Uni.createFrom().item(intakeAnswers.of(refusal)))
                .orElseGet(this::counts);
    }

    private Uni<RestResponse<String>> counts() {
        return sourceCounts.totals()
                .map(sourceTotals -> ResponseBuilder.ok(json(sourceTotals).encode(), MediaType.APPLICATION_JSON)
                        .build())
                .onFailure().recoverWithItem(() -> intakeAnswers.of(new Problem(ProblemType.UNAVAILABLE,
                        "The counts cannot be read at the moment.")));
    }

    /// Every configured source, and every source that counted something when it still was one.
    private JsonObject json(Map<String, SourceTotals> sourceTotals) {
        var bySource = new JsonObject();
        sources.all().keySet().forEach(source -> bySource.put(source, json(NOTHING)));
        sourceTotals.forEach((source, counts) -> bySource.put(source, json(counts)));
        return new JsonObject().put("sources", bySource);
    }

    private static JsonObject json(SourceTotals sourceTotals) {
        return new JsonObject()
                .put("processed", sourceTotals.processed())
                .put("duplicates", sourceTotals.duplicates())
                .put("hitRate", sourceTotals.hitRate())
                .put("errors", sourceTotals.errors());
    }
}
