package dev.onceward.intake;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/// Says what this is to whoever comes by with a browser or curl.
@Path("/")
final class RootResource {
    private static final String WELCOME = """
            Onceward intake: webhooks and CloudEvents in, each stored exactly once.

            POST /hooks/{source}     a webhook of a configured source
            POST /events             CloudEvents: binary, structured, batch
            GET  /events/{id}        what was stored, with the read token
            GET  /sources/{source}/quarantine   what was not genuine, with the operator's token
            POST /sources/{source}/verify       how a request would be judged, with the operator's token
            GET  /stats              processed, duplicates and errors per source
            GET  /q/health           live, ready, started
            GET  /q/metrics          for Prometheus
            """;

    @GET
    @Produces(MediaType.TEXT_PLAIN)
    public String welcome() {
        return WELCOME;
    }
}
