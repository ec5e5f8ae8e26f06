package dev.onceward.intake.stats;

import java.util.Map;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.intake.configuration.Sources;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminScope;

/// Counts per source, of all replicas and at most a second old. They need the operator's token, because they name all
/// sources, and tell a forger how many of his requests were refused.
@Path("/api/v1/stats")
final class StatsResource {
    private static final SourceTotals NOTHING = new SourceTotals(0, 0, 0);

    private final AdminApi admin;
    private final SourceCounts sourceCounts;
    private final Sources sources;

    StatsResource(AdminApi admin, SourceCounts sourceCounts, Sources sources) {
        this.admin = admin;
        this.sourceCounts = sourceCounts;
        this.sources = sources;
    }

    @GET
    public Uni<RestResponse<String>> stats(@Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request,
                () -> sourceCounts.totals().map(totals -> AdminAnswer.json(json(totals))));
    }

    /// Every configured source, and every source that counted something while it was configured.
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
