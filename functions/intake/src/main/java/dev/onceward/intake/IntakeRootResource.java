package dev.onceward.intake;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.quarkus.arc.properties.UnlessBuildProperty;

/// Describes intake to whoever opens its root address with a browser or curl. Where one process holds several
/// functions, that process describes them instead.
@Path("/")
@UnlessBuildProperty(name = "onceward.all-in-one", stringValue = "true", enableIfMissing = true)
final class IntakeRootResource {
    private static final String WELCOME = """
            Onceward intake: webhooks and CloudEvents in, each stored exactly once.

            POST /hooks/{source}                       a webhook of a configured source
            POST /events                               CloudEvents: binary, structured, batch
            GET  /events/{id}                          a stored event, with the read token

            With the operator's token:
            GET  /api/v1/sources/{source}/quarantine   requests that failed verification
            POST /api/v1/sources/{source}/verify       whether a request would be accepted, and why
            GET  /api/v1/stats                         processed, duplicates and errors per source
            GET  /api/v1/operations/{operation}/keys/{key}  the state of a key of a guarded operation

            Health and metrics are on the management port: /q/health, /q/metrics.
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
