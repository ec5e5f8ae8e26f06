package dev.onceward.intake;

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

import dev.onceward.intake.source.Sources;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.stats.Tally;
import dev.onceward.stats.Totals;

/// Counts per source, of all replicas, at most a second old, for the operator: they name all sources, and say to a forger
/// what the 401 does not.
@Path("/stats")
final class StatsResource {
    private static final Totals NOTHING = new Totals(0, 0, 0);

    private final Tally tally;
    private final Sources sources;
    private final DeskToken token;
    private final Answers answers;

    StatsResource(Tally tally, Sources sources, DeskToken token, Answers answers) {
        this.tally = tally;
        this.sources = sources;
        this.token = token;
        this.answers = answers;
    }

    @GET
    public Uni<RestResponse<String>> stats(@HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return token.refusal(authorization)
                .map(refusal -> Uni.createFrom().item(answers.of(refusal)))
                .orElseGet(this::counts);
    }

    private Uni<RestResponse<String>> counts() {
        return tally.totals()
                .map(totals -> ResponseBuilder.ok(json(totals).encode(), MediaType.APPLICATION_JSON).build())
                .onFailure().recoverWithItem(() -> answers.of(new Problem(ProblemType.UNAVAILABLE,
                        "The counts cannot be read at the moment.")));
    }

    /// Every configured source, and every source that counted something when it still was one.
    private JsonObject json(Map<String, Totals> totals) {
        var bySource = new JsonObject();
        sources.all().keySet().forEach(source -> bySource.put(source, json(NOTHING)));
        totals.forEach((source, counts) -> bySource.put(source, json(counts)));
        return new JsonObject().put("sources", bySource);
    }

    private static JsonObject json(Totals totals) {
        return new JsonObject()
                .put("processed", totals.processed())
                .put("duplicates", totals.duplicates())
                .put("hitRate", totals.hitRate())
                .put("errors", totals.errors());
    }
}
