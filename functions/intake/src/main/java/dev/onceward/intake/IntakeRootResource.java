package dev.onceward.intake;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.quarkus.arc.properties.UnlessBuildProperty;

/// Says what this is to whoever comes by with a browser or curl. Where several functions are put together in one process,
/// that process says so instead.
@Path("/")
@UnlessBuildProperty(name = "onceward.all-in-one", stringValue = "true", enableIfMissing = true)
final class IntakeRootResource {
    private static final String WELCOME = """
            Onceward intake: webhooks and CloudEvents in, each stored exactly once.

            POST /hooks/{source}     a webhook of a configured source
            POST /events             CloudEvents: binary, structured, batch
            GET  /events/{id}        what was stored, with the read token
            GET  /sources/{source}/quarantine   what was not genuine, with the operator's token
            POST /sources/{source}/verify       how a request would be judged, with the operator's token
            GET  /stats              processed, duplicates and errors per source, with the operator's token

            Health and metrics are on the management port: /q/health, /q/metrics.
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
